// quadrille demo: starts the program with the window, which lies beside this one where it was built. Options are
// checked here already, so that help and complaints are the same without it.
#include "settings.h"

#include <errno.h>
#include <report.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "quadrille-demo"

// Its path beside this very program. False: the system does not know its place.
static bool beside(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0)
        return false;
    path[length] = 0;
    char *name = strrchr(path, '/');
    size_t folder = name ? (size_t)(name + 1 - path) : 0;
    if (folder + sizeof PROGRAM > size)
        return false;
    memcpy(path + folder, PROGRAM, sizeof PROGRAM);
    return true;
}

static status start(char **argv)
{
    char path[4096];
    argv[0] = (char[]){ PROGRAM };
    if (beside(path, sizeof path))
        execv(path, argv);
    else
        execvp(PROGRAM, argv); // comes back only if it could not be started
    if (errno == ENOENT)
        complain("the window was not built: " PROGRAM
                 " is not beside this program; build again with SDL2, Dear ImGui and "
                 "libpng (Debian: libsdl2-dev libimgui-dev libpng-dev); `quadrille simulate` runs without");
    else
        complain("cannot start " PROGRAM ": %s", strerror(errno));
    return STATUS_FAILED;
}

static status run(int argc, char **argv)
{
    demo_settings settings = demo_settings_default();
    bool overlays[OVERLAYS_LISTED] = { false };
    status result = STATUS_DONE;
    settings.config.quiet = true; // the started program prints them
    if (command_parse(&demo_command, argc, argv, &settings, &result))
        result = demo_settings_check(&settings, overlays) ? start(argv) : STATUS_USAGE;
    config_file_free(&settings.config);
    return result;
}

const command demo_command = {
    .name = "demo",
    .summary = "moving scenes in a window",
    .description = demo_description,
    .example = demo_example,
    .options = demo_options,
    .run = run,
};
