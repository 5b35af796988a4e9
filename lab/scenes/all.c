/// All scenes.
#include "stage.h"

#include <string.h>

const scene_kind *const scenes[] = {
    &scene_drift,    &scene_particles, &scene_snacks, &scene_entities,     &scene_tiles,
    &scene_village,  &scene_lights,    &scene_pile,   &scene_pathological, &scene_gravity,
    &scene_contacts, &scene_image,     NULL
};

const char *const scene_names[] = { "drift", "particles",    "snacks",  "entities", "tiles", "village", "lights",
                                    "pile",  "pathological", "gravity", "contacts", "image", NULL };

const scene_kind *scene_find(const char *name)
{
    for (size_t i = 0; scenes[i]; i++)
        if (strcmp(scenes[i]->name, name) == 0)
            return scenes[i];
    return NULL;
}
