/// All scenes.
#include "stage.h"

#include <string.h>

const scene_kind *const scenes[] = { &scene_drift, &scene_snacks, NULL };

const char *const scene_names[] = { "drift", "snacks", NULL };

const scene_kind *scene_find(const char *name)
{
    for (size_t i = 0; scenes[i]; i++)
        if (strcmp(scenes[i]->name, name) == 0)
            return scenes[i];
    return NULL;
}
