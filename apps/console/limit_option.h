/// @file limit_option.h
/// The option --limit-memory, of every command that reads a file of somebody else's.
#ifndef QUADRILLE_CONSOLE_LIMIT_OPTION_H
#define QUADRILLE_CONSOLE_LIMIT_OPTION_H

/// For an int64_t that is 0 when not given: what memory_limit.said is to be.
#define LIMIT_OPTION(settings, member)                                                                                 \
    {                                                                                                                  \
        .name = "limit-memory", .kind = OPTION_SIZE, .offset = offsetof(settings, member), .value = "SIZE",            \
        .help =                                                                                                        \
            "how much memory reading may take, as 2G (default:\n256 MB, or 1000 times the file where that is more)"    \
    }

#endif
