/// How large text has to be on the display.
#ifndef QUADRILLE_DEMO_SCALE_H
#define QUADRILLE_DEMO_SCALE_H

/// 1 for the usual size, up to 4. Where the system itself enlarges windows (Wayland, macOS, Windows) it is 1; X11
/// leaves that to programs, and its desktops say how large by the resource Xft.dpi, 96 for the usual size, or by the
/// environment variable GDK_SCALE. SDL must have begun.
double display_scale(void);

#endif
