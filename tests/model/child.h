// Runs scripts in child processes, so that a crash, a failed assertion or a sanitizer's report is one more way to fail.
#ifndef TESTS_MODEL_CHILD_H
#define TESTS_MODEL_CHILD_H

#include "script.h"
#include <stdio.h>

// Does the script fail? Nothing is printed. The type fits model_shrink; the context is not used.
bool model_child_fails(void *unused, const struct model_script *script);

// Shrinks a script that fails and prints it as a C program; `what` becomes the program's first line.
void model_child_report(struct model_script *script, const char *what, FILE *out);

#endif
