/// The items of a file, CSV, a map or an index: boxes with their ids, in the order of the file. Every command that
/// takes FILE reads it here.
#ifndef QUADRILLE_ITEMS_ITEMS_H
#define QUADRILLE_ITEMS_ITEMS_H

#include "bad_rows.h"
#include "csv.h"
#include "input.h"
#include "output.h"
#include "status.h"

#include <digits.h>
#include <kind.h>
#include <quadrille/tree.h>

struct index_file; // index_file.h

/// Where a row lies in its file, its line end included.
typedef struct row_span {
    uint64_t start;
    size_t size;
} row_span;

/// See items_box, items_number and items_text for what is in it. An item takes 16 bytes, or 32 where it is doubles, and
/// its name if it has one.
typedef struct items {
    size_t count;
    uint64_t shapes;          ///< Items that are more than their boxes say: lines, polygons, what is turned or round.
    struct index_file *index; ///< What the file is, if it is an index.

    float *floats; ///< Boxes, four numbers each; NULL while empty, or if they are
    qd_box *boxes; ///< doubles.
    size_t room;   ///< In boxes.

    uint64_t *numbers; ///< NULL: 1, 2, 3, ... behind those
    uint64_t before;   ///< of other parts of the file.
    size_t numbers_room;
    char *texts; ///< Names one after the other, each with its NUL.
    size_t texts_used, texts_room;
    size_t *marks; ///< Where the name of one item in ITEMS_MARKED begins.
    size_t marks_room;
    const unsigned char *packed; ///< An index's eight bytes for each item, as docs/format.md has them.

    row_span *spans; ///< Those of the rows of CSV, if wanted.
    size_t spans_room;
    row_span header;     ///< Empty without a header.
    memory_limit *limit; ///< While the file is read: its limit, and its name for messages; then NULL, and no
    const char *limited; ///< limit.
    bad_rows bad;        ///< Those that were passed over, if they are to be listed.
    kept_digits digits;  ///< The digits that an open list needs.
    file_kind kind;
    csv_form form;    ///< How CSV is written, and
    char separator;   ///< what is between its fields.
    bool exact;       ///< Doubles, otherwise floats.
    bool open;        ///< They may still become floats: items_decide says.
    bool written;     ///< Floats, of which it is known that they are what was written: items_are_written.
    bool has_texts;   ///< Items have names, otherwise the numbers of their rows.
    bool down;        ///< y grows downwards, as it does in maps: it is one.
    bool borrowed;    ///< The texts are part of the index.
    bool packed_file; ///< The file is packed, so that no row can be read again.
    char taken[512];  ///< How a table is read, until that is printed; or "".
} items;

enum { ITEMS_MARKED = 16 };

/// An empty list, set up by the options, before anything is read.
void items_begin(items *list, const input *in);

/// Reads the file; complains itself. Settles what the user has not said about edges. Whatever the status, items_free
/// afterwards.
status items_read(items *list, input *in);

/// Says on standard error that `shapes` of `count` items count as the boxes around them, if there are such. items_read
/// does, but for a part of a file.
void items_tell_shapes(file_kind kind, const char *file, uint64_t shapes, uint64_t count);

/// Writes the bad rows of lists that were read beside each other, if the first of their inputs has a file for them.
/// False: complained.
bool items_write_bad_rows(const input *in, const items *const *lists, size_t count);
void items_free(items *list);

/// Floats or doubles, one for all lists that are read beside each other: doubles if a list is of doubles or a number
/// needs them, of an open list or of what is asked. Says so. Open lists become what is decided, and `exact` of each
/// input says what it is. False: complained of an index of floats, of which it is not known what was written.
bool items_decide(items *const *lists, input *const *ins, size_t count);

/// Are all floats numbers of few digits, so that each is the written number? False also without memory.
bool items_are_written(items *list);

/// Copies boxes from an index, where only the tree has them: commands that read the list's boxes call this first.
/// False: complained.
bool items_need_boxes(items *list);
/// Appends items `first` to `end` of an index, with their names, to a list of the same precision. False: complained.
bool items_copy_part(items *to, const items *index, size_t first, size_t end);

/// The boxes of `count` items that are spread evenly over the list, which has as many; of an index without more of them
/// in memory.
void items_sample(const items *list, size_t count, qd_box *boxes);

/// Gives the memory of the boxes back, once the tree has them.
void items_drop_boxes(items *list);

/// Box of item i, and all boxes as the library takes them.
qd_box items_box(const items *list, size_t i);
qd_boxes items_view(const items *list);

/// Number of the row of item i, where items have no names; and its name, where they have.
uint64_t items_number(const items *list, size_t i);
const char *items_text(const items *list, size_t i);

/// Id of item i, quoted where CSV with this separator needs it.
void put_id(output *out, const items *list, size_t i, int separator);
void put_id_text(output *out, const char *text, int separator);
/// The same for JSON: a string where items have names, or the row's number.
void put_json_id(output *out, const items *list, size_t i);

/// A tree of all items, user value = place in the list; that of an index itself where it is as wanted, and not to be
/// changed. NULL: complained. `def` says how; its precision and edges come from `in`. items_tree_free afterwards,
/// before items_free.
qd_tree *items_tree(items *list, const input *in, qd_tree_def def);
void items_tree_free(const items *list, qd_tree *tree);

#endif
