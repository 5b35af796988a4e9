// Makes a failing script short: takes calls out as long as it still fails, then entries out of calls about many.
#ifndef TESTS_MODEL_SHRINK_H
#define TESTS_MODEL_SHRINK_H

#include "script.h"

// Does the script still fail? Asked very often, about ever shorter scripts.
typedef bool model_fails(void *context, const struct model_script *script);

// `script` must fail, and does so when this returns.
void model_shrink(struct model_script *script, model_fails *fails, void *context);

#endif
