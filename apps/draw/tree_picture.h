/// A picture of a tree, as SVG or PNG: its cells shaded by depth, its items, and on request what one window query did.
#ifndef QUADRILLE_DRAW_TREE_PICTURE_H
#define QUADRILLE_DRAW_TREE_PICTURE_H

#include "output.h"

#include <quadrille/tree.h>

/// All zero: a picture of where most items are, without a title.
typedef struct picture_options {
    const char *title;     ///< NULL: none. Any bytes.
    bool has_view;         ///< Show `view` and nothing else; otherwise the view is chosen so that a few far items do
    qd_box view;           ///< not make a speck of all others.
    bool has_query;        ///< Show the window `query`, the nodes with bounds that meet it, and its results.
    qd_box query;          ///< May be infinite.
    int structure;         ///< Whose nodes to show, by its place in structure_names; 0: the tree's.
    bool tree;             ///< Show the nodes as a diagram beside the plane.
    bool mark_overlapping; ///< Set off the items that overlap another.
    qd_edges edges;        ///< Those of the tree.
    bool exact;            ///< The tree keeps doubles.
    bool down;             ///< y grows downwards, as in maps and pictures; otherwise upwards.
} picture_options;

/// Writes the picture as SVG. False: no memory, complained; what `out` has got is then not whole. Failed writes are the
/// output's to report.
bool picture_put_svg(output *out, const qd_tree *tree, const picture_options *options);

/// Writes it as PNG, 2,000 pixels wide. False: complained, and the file is as it was.
bool picture_write_png(const char *path, const qd_tree *tree, const picture_options *options);

#endif
