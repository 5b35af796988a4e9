/// How large a window may be, whether the command line or a configuration says so.
#ifndef QUADRILLE_CONSOLE_WINDOW_SIDES_H
#define QUADRILLE_CONSOLE_WINDOW_SIDES_H

/// Pixels of a side.
enum { WINDOW_SIDE_LEAST = 64, WINDOW_SIDE_MOST = 8192 };

#endif
