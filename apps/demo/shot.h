/// Pictures without a window.
#ifndef QUADRILLE_DEMO_SHOT_H
#define QUADRILLE_DEMO_SHOT_H

#include "demo.h"
#include "font.h"
#include "settings.h"

status shot_run(const demo_settings *settings, const demo_def *def, const bool overlays[OVERLAYS], const font *letters);

#endif
