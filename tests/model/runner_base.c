// What all parts of the runner do: say what differs, print what must hold, and know the items that there are.
#include "runner.h"

#include "print.h"

#include <stdarg.h>

bool model__fails(struct model_runner *runner, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(runner->why, sizeof runner->why, format, arguments);
    va_end(arguments);
    return false;
}

void model__then(struct model_runner *runner, const char *format, ...)
{
    if (!runner->transcript)
        return;
    va_list arguments;
    va_start(arguments, format);
    model_print_then(runner->transcript, format, arguments);
    va_end(arguments);
}

qd_id model__id(const struct model_runner *runner, struct model_ref ref)
{
    return model_forged(runner->ids[ref.handle], ref.forgery);
}

bool model__has_result(struct model_runner *runner, qd_result result, qd_result right)
{
    model__then(runner, "result == %d", (int)right);
    return result == right ||
           model__fails(runner, "returned %d (%s), not %d", (int)result, qd_result_text(result), (int)right);
}

size_t model__count(const struct model_runner *runner)
{
    return qd_oracle_count(runner->oracle, NULL);
}

bool model__learn(struct model_runner *runner, const qd_item *item, qd_id id)
{
    const char *problem = qd_oracle_id_problem(runner->oracle, id);
    if (problem)
        return model__fails(runner, "%s", problem);
    return qd_oracle_insert_as(runner->oracle, item, id) == QD_OK || model__fails(runner, "a bad item went in");
}

// Items that insert nothing but a box go in by the shortcut.
