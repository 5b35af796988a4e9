// The names at the top of a JSON text, as far as its first bytes go: those of a Tiled map, of what else its editor and
// others write, or none that is known.
#include "blank.h"
#include "kind.h"

#include <string.h>

#define KIND_LDTK                                                                                                      \
    "this is a project of LDtk; in its settings, have it write Tiled maps (.tmx) too, and give one of these"
#define KIND_TILESET "this is a tileset of Tiled, which holds no boxes; give the map that uses it"
#define KIND_TEMPLATE "this is a template of Tiled, which holds no boxes; give the map that uses it"
#define KIND_PROJECT "this is a project of Tiled, which holds no boxes; give one of its maps"

// A name at the top, and its value where that is a text, else NULL.
typedef struct top_member {
    const char *name, *value;
    size_t length, size;
} top_member;

typedef struct top_scan {
    const char *head;
    size_t size, at, depth;
} top_scan;

static void skip_blanks(top_scan *s)
{
    while (s->at < s->size && is_blank(s->head[s->at]))
        s->at++;
}

// Moves behind the text that begins here, without its quotes.
static const char *take_text(top_scan *s, size_t *length)
{
    const size_t begin = ++s->at;
    for (; s->at < s->size && s->head[s->at] != '"'; s->at++)
        s->at += s->head[s->at] == '\\';
    *length = (s->at < s->size ? s->at : s->size) - begin;
    s->at++;
    return s->head + begin;
}

// The next name at the top of the object. False: the last one has been read.
static bool next_member(top_scan *s, top_member *member)
{
    while (s->at < s->size) {
        const char c = s->head[s->at];
        if (c != '"') {
            s->depth += c == '{' || c == '[';
            if (c == '}' || c == ']')
                s->depth -= s->depth > 0;
            s->at++;
            continue;
        }
        *member = (top_member){ NULL, NULL, 0, 0 };
        member->name = take_text(s, &member->length);
        skip_blanks(s);
        if (s->depth != 1 || s->at >= s->size || s->head[s->at] != ':')
            continue;
        s->at++;
        skip_blanks(s);
        if (s->at < s->size && s->head[s->at] == '"')
            member->value = take_text(s, &member->size);
        return true;
    }
    return false;
}

static bool is_text(const char *text, size_t length, const char *wanted)
{
    return text != NULL && strlen(wanted) == length && memcmp(text, wanted, length) == 0;
}

// Names that every map has and no GeoJSON; Tiled writes them in the order of the alphabet, and what comes late may be
// far behind the layers.
static bool is_map_name(const char *name, size_t length)
{
    static const char *const names[] = { "compressionlevel", "infinite",     "layers",        "nextlayerid",
                                         "nextobjectid",     "orientation",  "renderorder",   "staggeraxis",
                                         "staggerindex",     "tiledversion", "editorsettings" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_text(name, length, names[i]))
            return true;
    return false;
}

bool kind_is_json_map(const char *head, size_t size)
{
    top_scan scan = { head, size, 0, 0 };
    top_member member;
    while (size > 0 && head[0] == '{' && next_member(&scan, &member))
        if (is_map_name(member.name, member.length))
            return true;
    return false;
}

// By a name at the top, and its value unless that is NULL; or by the ending of the file's name.
typedef struct json_kind_of_others {
    const char *name, *value, *ending, *remedy;
} json_kind_of_others;

static const json_kind_of_others others[] = {
    { "__header__", NULL, ".ldtk", KIND_LDTK },
    { "type", "world", ".world", "this is a world of Tiled, which names maps; give one of the maps that it names" },
    { "type", "tileset", ".tsj", KIND_TILESET },
    { "tilecount", NULL, ".tsj", KIND_TILESET },
    { "type", "template", ".tj", KIND_TEMPLATE },
    { "automappingRulesFile", NULL, ".tiled-project", KIND_PROJECT },
    { "openFiles", NULL, ".tiled-session", KIND_PROJECT },
};

enum { OTHERS = sizeof others / sizeof *others };

const char *kind_of_json(const char *path, const char *head, size_t size)
{
    top_scan scan = { head, size, 0, 0 };
    top_member member;
    while (next_member(&scan, &member))
        for (size_t i = 0; i < OTHERS; i++)
            if (is_text(member.name, member.length, others[i].name) &&
                (others[i].value == NULL || is_text(member.value, member.size, others[i].value)))
                return others[i].remedy;
    for (size_t i = 0; i < OTHERS; i++)
        if (kind_ends_with(path, others[i].ending))
            return others[i].remedy;
    return NULL;
}
