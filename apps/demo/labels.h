/// What scenes, methods, tools and overlays are called at the window: words, where options and traces have identifiers.
#ifndef QUADRILLE_DEMO_LABELS_H
#define QUADRILLE_DEMO_LABELS_H

#include "demo.h"

/// By its place in contender_names.
const char *label_method(size_t method);
const char *label_scene(const scene_kind *kind);
const char *label_tool(tool which);
const char *label_overlay(overlay which);

/// Writes an identifier as words: spaces for its underscores.
void label_words(const char *identifier, char *out, size_t size);

#endif
