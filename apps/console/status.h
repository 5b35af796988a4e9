#ifndef QUADRILLE_CONSOLE_STATUS_H
#define QUADRILLE_CONSOLE_STATUS_H

/// Exit statuses, the same in every command.
typedef enum status {
    STATUS_DONE = 0,
    STATUS_FAILED = 1,  ///< Failed while working: memory, a full disk.
    STATUS_NOTHING = 1, ///< Of `query --exists`: nothing is found. What fails while working is 2 there, as in grep.
    STATUS_USAGE = 2,   ///< Wrong usage or wrong input.
    STATUS_INTERRUPTED = 130, ///< By SIGINT or SIGTERM; the work so far is reported.
} status;

#endif
