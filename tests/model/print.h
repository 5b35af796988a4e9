// Prints a script as a C program that makes the same calls and says what must come out: needs printed.h to compile.
#ifndef TESTS_MODEL_PRINT_H
#define TESTS_MODEL_PRINT_H

#include "script.h"
#include <stdarg.h>
#include <stdio.h>

void model_print_begin(FILE *out, const struct model_script *script, const char *what);
void model_print_call(FILE *out, const struct model_script *script, const struct model_call *call);
void model_print_then(FILE *out, const char *format, va_list arguments);
void model_print_end(FILE *out);

#endif
