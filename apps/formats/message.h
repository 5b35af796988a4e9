/// What is wrong with a file, for the caller to say: `FILE:LINE: text`. Nothing here prints.
#ifndef QUADRILLE_FORMATS_MESSAGE_H
#define QUADRILLE_FORMATS_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define FORMAT_PRINTF(text, rest) __attribute__((format(printf, text, rest)))
#else
#define FORMAT_PRINTF(text, rest)
#endif

typedef enum format_fault {
    FORMAT_NO_FAULT = 0,
    FORMAT_INPUT,       ///< The file: it must be changed, or another be given.
    FORMAT_ENVIRONMENT, ///< No memory.
} format_fault;

/// All zero: nothing is wrong. The text may hold any bytes of the file.
typedef struct format_message {
    format_fault fault;
    size_t line; ///< From 1; 0: it is about the file as a whole.
    char text[512];
} format_message;

/// Writes the message, printf-like, unless one is set: the first names the cause. Always false.
FORMAT_PRINTF(3, 4) bool format_fail(format_message *message, size_t line, const char *format, ...);

/// Says that memory ran out. Always false.
bool format_no_memory(format_message *message);

#endif
