/// The option --limit-memory, of every command that reads a file of somebody else's.
#ifndef QUADRILLE_CONSOLE_LIMIT_OPTION_H
#define QUADRILLE_CONSOLE_LIMIT_OPTION_H

/// For an int64_t that is 0 when not given: what memory_limit.said is to be.
#define LIMIT_OPTION(settings, member)                                                                                 \
    {                                                                                                                  \
        OPTION("limit-memory", 0, settings, member),                                                                   \
            .kind = OPTION_SIZE, .value = "SIZE",                                                                      \
            .help = "limit of the memory for reading, as 2G (default: the\nlarger of 256 MB and 1000 times the file)"  \
    }

#endif
