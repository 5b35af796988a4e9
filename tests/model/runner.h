// Performs a script on a tree and on the oracle and compares everything that comes out.
#ifndef TESTS_MODEL_RUNNER_H
#define TESTS_MODEL_RUNNER_H

#include "compare.h"
#include "compare_contacts.h"
#include "compare_interest.h"
#include "ledger.h"
#include "script.h"
#include <quadrille/threads.h>
#include <stdio.h>

struct model_runner {
    const struct model_script *script;
    qd_tree *tree;
    qd_oracle *oracle;
    struct compare compare;
    struct ledger memory;
    struct ledger contacts_memory;
    struct compare_contacts contacts[MODEL_CONTACTS]; // those without contacts are not there
    struct compare_interest interest;                 // made when it is first needed
    qd_tree_def def;                                  // of the tree, with its allocator and workers
    void *buffer;                                     // that the tree lies in; NULL: it has memory of its own
    size_t most;                                      // items that the buffer is for
    size_t call;                                      // the one that runs, or failed
    unsigned since_check;                             // calls since the tree's invariants were last looked at
    FILE *transcript;                                 // where the calls are printed as C while they run; NULL: nowhere
    char why[320];

    qd_threads *pool; // the script's workers; kept for the scripts that follow
    qd_id *ids;       // by handle
    size_t handle_room;
    struct { // what a call about many takes
        qd_box *boxes;
        float *floats; // the same boxes
        uint64_t *users;
        qd_filter *filters;
        int64_t *values;
        qd_id *ids;
        size_t room;
    } many;
};

// All zero is ready to run. A runner can run any number of scripts.
// True: the tree did all that it should. False: `why` and `call` say what it did not.
bool model_run(struct model_runner *runner, const struct model_script *script, FILE *transcript);

void model_runner_destroy(struct model_runner *runner);

// For the parts of the runner.
bool model__fails(struct model_runner *runner, const char *format, ...);
void model__then(struct model_runner *runner, const char *format, ...); // prints what must hold after the call
qd_id model__id(const struct model_runner *runner, struct model_ref ref);
bool model__change_contacts(struct model_runner *runner, const struct model_call *call);
void model__note_contacts(struct model_runner *runner);   // before items go
void model__lose_tree(struct model_runner *runner);       // before the tree goes
bool model__end_contacts(struct model_runner *runner);    // after it has gone
void model__forget_contacts(struct model_runner *runner); // gives up their memory
bool model__change_interest(struct model_runner *runner, const struct model_call *call);
bool model__end_interest(struct model_runner *runner); // after the tree has gone
bool model__ask(struct model_runner *runner, const struct model_call *call);
bool model__ask_at_once(struct model_runner *runner, const struct model_call *call);
bool model__change_many(struct model_runner *runner, const struct model_call *call);
bool model__has_result(struct model_runner *runner, qd_result result, qd_result right);
bool model__learn(struct model_runner *runner, const qd_item *item, qd_id id); // that the tree gave to an item
size_t model__count(const struct model_runner *runner);                        // of items that there must be

// Trees that lie in a buffer, and trees that come out of a snapshot. See keeping.c.
void model__get_buffer(struct model_runner *runner, size_t items);
bool model__reload(struct model_runner *runner);
bool model__is_full(const struct model_runner *runner, size_t more); // so many more items do not fit
size_t model__bytes(const struct model_runner *runner);              // what the statistics must say

#endif
