/// What every key does, as a table: the window looks keys up here, and the list of keys that it shows is made from it.
#ifndef QUADRILLE_DEMO_KEYS_H
#define QUADRILLE_DEMO_KEYS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum action {
    ACTION_PAUSE,
    ACTION_STEP,
    ACTION_RESTART,
    ACTION_SCENE, ///< `which`: by number from 0
    ACTION_METHOD_NEXT,
    ACTION_METHOD_BACK,
    ACTION_SPLIT,
    ACTION_VERIFY,
    ACTION_TOOL,    ///< `which`
    ACTION_OVERLAY, ///< `which`
    ACTION_EXPLAIN,
    ACTION_EXPLAIN_INSERT,
    ACTION_NEXT,
    ACTION_BACK,
    ACTION_FIT,
    ACTION_ZOOM_IN,
    ACTION_ZOOM_OUT,
    ACTION_TEXT_LARGER,
    ACTION_TEXT_SMALLER,
    ACTION_PANEL,
    ACTION_PICTURE,
    ACTION_HELP,
    ACTION_ESCAPE,
    ACTION_QUIT,
    ACTION_SCENE_KEY, ///< `which`: a scene_key, to the scene
} action;

enum { KEY_PLAIN = 0, KEY_CTRL = 1, KEY_ALT = 2, KEY_SHIFT = 4 };

typedef struct key {
    int code; ///< SDL's
    int with; ///< KEY_CTRL and so on: exactly these must be down, Shift only where it is named.
    action action;
    int which;
    const char *shown; ///< As the list has it; NULL: as the entry before.
    const char *help;
} key;

extern const key keys[];
extern const size_t keys_count;

/// NULL: this key does nothing.
const key *keys_find(int code, bool ctrl, bool alt, bool shift);

/// What the mouse does, and keys that are held down: lines of the list that are not single keys. NULL ends it.
typedef struct key_note {
    const char *shown, *help;
} key_note;

extern const key_note key_notes[];

#endif
