// The harness itself under test: each fault of faults.h must be found by random sequences, shrink to a handful of
// calls, and be gone when the fault is switched off. The programs it prints go into files, which another test compiles
// and runs against the library as it is: there they must pass.
#include "child.h"
#include "faults.h"
#include "runner.h"
#include "sequence.h"
#include <unit.h>

enum { PATIENCE = 3000, AN_EYEFUL = 14 };

// The first sequence that fails.
static bool find_failure(struct model_script *script)
{
    for (uint64_t number = 8; number < PATIENCE; number++) {
        model_sequence(5, number, 0, script);
        if (script->call_count < 1000 && model_child_fails(NULL, script))
            return true;
    }
    return false;
}

static void check_fault(enum fault which, const char *file_name)
{
    struct model_script script = { 0 };
    fault = which;
    assert_true(find_failure(&script));
    FILE *file = fopen(file_name, "w");
    assert_non_null(file);
    model_child_report(&script, "From a library with a fault.", file);
    fclose(file);
    assert_true(model_child_fails(NULL, &script));
    if (script.call_count > AN_EYEFUL)
        fail_msg("%s: %zu calls are left", file_name, script.call_count);
    fault = FAULT_NONE;
    struct model_runner runner = { 0 };
    if (!model_run(&runner, &script, NULL))
        fail_msg("%s: fails without the fault too: %s", file_name, runner.why);
    model_runner_destroy(&runner);
    model_script_destroy(&script);
}

static void a_lost_result_is_found(void)
{
    check_fault(FAULT_FIND_LOSES_ONE, "shrunk-find.c");
}

static void a_forgotten_move_is_found(void)
{
    check_fault(FAULT_MOVE_IGNORED, "shrunk-move.c");
}

static void a_wrong_result_code_is_found(void)
{
    check_fault(FAULT_REMOVE_MANY_FORGIVES, "shrunk-remove-many.c");
}

static void a_doubled_item_is_found(void)
{
    check_fault(FAULT_INSERT_DOUBLES, "shrunk-insert.c");
}

static void a_lost_pair_is_found(void)
{
    check_fault(FAULT_PAIR_LOST, "shrunk-pairs.c");
}

static void a_crash_is_found(void)
{
    check_fault(FAULT_REBUILD_CRASHES, "shrunk-crash.c");
}

static void a_short_row_is_found(void)
{
    check_fault(FAULT_ROW_LOSES_ONE, "shrunk-ranked-many.c");
}

tests_main(plain_test(a_lost_result_is_found), plain_test(a_forgotten_move_is_found),
           plain_test(a_wrong_result_code_is_found), plain_test(a_doubled_item_is_found),
           plain_test(a_lost_pair_is_found), plain_test(a_crash_is_found), plain_test(a_short_row_is_found))
