// The display's scale. SDL does not report it for X11, so the X library answers, which SDL has loaded already.
#include "scale.h"

#include <SDL.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct x_display x_display;

// The functions of the X library; the demo does without its headers.
typedef struct x_library {
    x_display *(*open)(const char *name);
    char *(*get)(x_display *display, const char *program, const char *option);
    int (*close)(x_display *display);
} x_library;

// False: the library has no such function. C does not convert pointers to functions, hence the copying.
static bool load(void *library, const char *name, void *out, size_t size)
{
    void *found = SDL_LoadFunction(library, name);
    memcpy(out, &found, size);
    return found != NULL;
}

static double dots_of_x(void)
{
    x_library x = { 0 };
    double dots = NAN;
    void *library = SDL_LoadObject("libX11.so.6");
    if (!library)
        return dots;
    if (load(library, "XOpenDisplay", &x.open, sizeof x.open) && load(library, "XGetDefault", &x.get, sizeof x.get) &&
        load(library, "XCloseDisplay", &x.close, sizeof x.close)) {
        x_display *display = x.open(NULL);
        const char *value = display ? x.get(display, "Xft", "dpi") : NULL;
        dots = value ? SDL_atof(value) : NAN;
        if (display)
            x.close(display);
    }
    SDL_UnloadObject(library);
    return dots;
}

double display_scale(void)
{
    const char *driver = SDL_GetCurrentVideoDriver(), *wanted = SDL_getenv("GDK_SCALE");
    if (!driver || strcmp(driver, "x11") != 0)
        return 1;
    const double scale = wanted ? SDL_atof(wanted) : dots_of_x() / 96;
    // In quarters; NAN and what is out of range give 1.
    return scale > 1 && scale < 16 ? fmin(floor(4 * scale + 0.5) / 4, 4) : 1;
}
