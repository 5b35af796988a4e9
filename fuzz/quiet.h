/// Stands in for report.c: complaints are put together and counted, not printed.
#ifndef QUADRILLE_FUZZ_QUIET_H
#define QUADRILLE_FUZZ_QUIET_H

/// How many there were since this was last asked.
unsigned quiet_complaints(void);

/// The same of notes.
unsigned quiet_notes(void);

#endif
