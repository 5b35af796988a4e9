/// What the panel says, as text: figures in rows, a cell for each side, and sentences.
#ifndef QUADRILLE_DEMO_READOUT_H
#define QUADRILLE_DEMO_READOUT_H

#include "demo.h"

/// How a text is meant, which decides its colour.
typedef enum tone { TONE_PLAIN, TONE_QUIET, TONE_GOOD, TONE_BAD, TONE_TITLE, TONES } tone;

typedef struct readout_cell {
    char text[40];
    tone tone;
} readout_cell;

typedef struct readout_row {
    const char *name;
    readout_cell cells[2]; ///< One for each side.
} readout_row;

enum { READOUT_ROWS = 16, READOUT_FIRST = 6 };

/// Figures of the last tick. Without `times`, a dash stands for each of them. The first
/// READOUT_FIRST say most. Returns how many rows were written.
size_t readout_figures(const demo *show, bool times, readout_row out[READOUT_ROWS]);

/// What the first side's scene counts; where cells are to be seen, also how many items the one at the mouse has.
size_t readout_counters(const demo *show, readout_row out[READOUT_ROWS]);

/// The name of the method of a side.
const char *readout_method(const demo *show, int number);

/// What the question that is asked found on a side; false: none is asked.
bool readout_question(const demo *show, int number, char *out, size_t size);

/// What brute force did not agree with, in lines; false: it agreed.
bool readout_difference(const demo *show, char *out, size_t size);

/// A whole number with commas: 1,999,000.
void readout_number(char *out, size_t size, double value);

#endif
