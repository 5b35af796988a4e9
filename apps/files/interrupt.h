/// SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGXCPU. A signal ends the program, and files that are only half written go
/// with it. A command that has something to report may have the first SIGINT or SIGTERM noted instead; the next one, a
/// quarter of a second or more later, then ends the program. Signals that are ignored, as by nohup, or that something
/// else handles, stay as they are.
#ifndef QUADRILLE_INTERRUPT_H
#define QUADRILLE_INTERRUPT_H

#include <stdbool.h>

/// From now on the first SIGINT or SIGTERM is only noted; false: from now on it ends the program again.
void interrupt_heed(bool heeded);

/// Has one been noted?
bool interrupt_came(void);

/// Has one been noted, and is that more than a second ago? Work that has not come to an end by then should be left.
bool interrupt_presses(void);

/// An interrupt that ends the program removes this file as well, until interrupt_keeps. `path` is kept, not copied.
/// False: there are too many already.
bool interrupt_removes(const char *path);
void interrupt_keeps(const char *path);

/// While they are held, signals of this thread wait: for what must be done in one piece.
void interrupt_hold(void);
void interrupt_release(void);

#endif
