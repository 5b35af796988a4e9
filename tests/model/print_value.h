// How the printer writes values down.
#ifndef TESTS_MODEL_PRINT_VALUE_H
#define TESTS_MODEL_PRINT_VALUE_H

#include "script.h"
#include <stdio.h>

const char *model__number(float x, char text[32]);
void model__print_box(FILE *out, qd_box box);
void model__print_vec(FILE *out, qd_vec2 v);
void model__print_item(FILE *out, const qd_item *item);
void model__print_ref(FILE *out, struct model_ref ref);

// A call's filter as an argument that is not the first.
void model__print_filter(FILE *out, const struct model_call *call);
// Casts, predicates and cursors.
void model__print_more(FILE *out, const struct model_script *script, const struct model_call *call);
// Many questions in one call.
void model__print_at_once(FILE *out, const struct model_script *script, const struct model_call *call);

#endif
