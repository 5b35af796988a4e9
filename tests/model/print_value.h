// How the printer writes values down.
#ifndef TESTS_MODEL_PRINT_VALUE_H
#define TESTS_MODEL_PRINT_VALUE_H

#include "script.h"
#include <stdio.h>

const char *model__number(double x, char text[40]);
void model__print_box(FILE *out, qd_box box);
void model__print_vec(FILE *out, qd_vec2 v);
void model__print_item(FILE *out, const qd_item *item); // without braces
void model__print_ref(FILE *out, struct model_ref ref);

// Initialisers of the structs.
void model__print_query(FILE *out, const struct model_question *question);
void model__print_ranked(FILE *out, const struct model_question *question);
void model__print_pair_query(FILE *out, const struct model_question *question);

// Calls that ask.
void model__print_question(FILE *out, const struct model_script *script, const struct model_call *call);

#endif
