// An allocator that keeps the books for a tree: what it handed out, what came back and with which size. It can be told
// to refuse. New memory is filled with rubbish, a resized block always moves, and a returned one is spoiled, so that
// reading too early or too late is seen.
#ifndef TESTS_LEDGER_H
#define TESTS_LEDGER_H

#include <quadrille/base.h>

struct ledger {
    size_t bytes, blocks; // handed out and not yet returned
    size_t most;          // bytes so far
    uint64_t calls;       // of the hook, frees included
    uint64_t asked;       // calls that wanted memory, since the last ledger_refuse
    uint64_t refused;     // of those, how many were refused
    uint64_t refuse_at;   // which of them to refuse, from 1; 0: none
    bool refuse_later;    // and all after it
    const char *complaint;
};

// The hook for a tree's definition. `ledger` starts as all zero and must outlive the tree.
qd_allocator ledger_allocator(struct ledger *ledger);

// From now on refuse the n-th demand for memory (0: none), and all later ones too if `later`. Starts the counts anew.
void ledger_refuse(struct ledger *ledger, uint64_t n, bool later);

#endif
