/// Writing results. A failed write is remembered with its reason; `output_finish` turns it into the exit status. A pipe
/// that its reader has closed is no failure: the reader has seen enough. A file is there as a whole or not at all.
#ifndef QUADRILLE_CONSOLE_OUTPUT_H
#define QUADRILLE_CONSOLE_OUTPUT_H

#include "report.h"
#include "status.h"

#include <stdbool.h>
#include <stdio.h>
#include <whole_file.h>

typedef struct output {
    FILE *file; ///< NULL: nowhere.
    const char *name;
    bool terminal;    ///< People look at it as it comes.
    int error;        ///< errno of the first write that failed, or 0.
    whole_file whole; ///< Empty for standard output.
} output;

/// Comes first in a program. A standard stream that is closed stays of no use, but no file gets its number: results and
/// messages would go into that file.
void output_begin(void);

/// Outputs that are opened later do not take standard output for a terminal. mpirun passes it on, and gives the program
/// a terminal that is not the reader's.
void output_passed_on(void);

/// Standard output.
output output_standard(void);

/// What is put here goes nowhere.
output output_none(void);

/// A file to be made or replaced once it is whole (whole_file.h), or standard output for "-". False: complained.
bool output_open(output *out, const char *path);

/// The same for what is not text: a terminal is refused.
bool output_open_bytes(output *out, const char *path);

/// The same as output_open, but what there is of it stays where it does not become whole, as FILE.partial.
bool output_open_part(output *out, const char *path);

/// Where it is written to meanwhile; NULL: to the file itself.
const char *output_written(const output *out);

/// Like printf. Does nothing after a failure.
PRINTF_LIKE(2, 3) void put(output *out, const char *format, ...);

/// Bytes as they are.
void put_raw(output *out, const void *bytes, size_t size);

/// `length` bytes of a text as they are; on a terminal, bytes that could move its cursor, turn or hide text, or are not
/// text, are written as \xNN.
void put_shown(output *out, const char *text, size_t length);

/// Text as a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD, so that the result is always JSON.
/// What a terminal would obey is written as \uNNNN, which is the same text.
void put_json_text(output *out, const char *text);

/// Text for an element of XML; what XML cannot hold becomes U+FFFD.
void put_xml_text(output *out, const char *text);

/// The shortest decimal number that is this very float. In JSON, which knows no infinity, that is null.
void put_float(output *out, float value);
void put_json_float(output *out, float value);

/// The same of a double, which must be finite for JSON.
void put_double(output *out, double value);

/// Hands over what is held back, so that a reader sees it now.
void output_flush(output *out);

/// Has a write failed? Long work stops then.
bool output_failed(const output *out);

/// Flushes, and closes what is not standard output: if all went well and `result` is STATUS_DONE, the file is there
/// now, otherwise it is as it was. `result` if all went well or a pipe was closed; otherwise complains.
status output_finish(output *out, status result);

#endif
