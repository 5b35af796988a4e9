/// The demo in a window.
#ifndef QUADRILLE_DEMO_WINDOW_H
#define QUADRILLE_DEMO_WINDOW_H

#include "demo.h"
#include "font.h"
#include "settings.h"

status window_run(const demo_settings *settings, const demo_def *def, const bool overlays[OVERLAYS],
                  const font *letters);

#endif
