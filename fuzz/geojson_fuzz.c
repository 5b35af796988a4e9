// Any bytes as GeoJSON, in floats and doubles, with the features' ids and with a property. What is accepted has the
// boxes and ids that another reading of it has (geojson_peer.c), the same when the bytes come in other pieces; bad
// features are those that have no box or no id there, and without them the others stay as they are. What is refused
// has a complaint.
#include "entry.h"
#include "geojson_peer.h"
#include "quiet.h"

#include <geojson.h>
#include <inttypes.h>
#include <items_kinds.h>
#include <math.h>
#include <string.h>

enum { READER_PIECE = JSON_PIECE }; // what the reader of JSON takes at once

// Packed files are what packed_fuzz.c is about: few bytes of them may ask for much memory.
static bool is_packed(const char *bytes, size_t size)
{
    byte_source from;
    source_from_bytes(&from, bytes, size < 4 ? size : 4);
    source_look(&from, &(size_t){ 0 });
    bool packed = source_is_packed(&from);
    source_end(&from);
    return packed;
}

// What the reader gives away, as far as it comes.
typedef struct given {
    const peer_list *expected; // NULL: nothing is known of it
    uint64_t count, bytes;
    size_t line, lines;
    uint64_t size;
} given;

static void demand_same_box(qd_box a, qd_box b)
{
    demand(a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y,
           "a box is that of the coordinates");
}

static bool take_given(void *context, const geojson_feature *feature, format_message *message)
{
    given *g = context;
    demand(message->fault == FORMAT_NO_FAULT, "nothing comes behind a fault");
    demand(feature->number == ++g->count, "features are counted");
    demand(feature->line >= g->line && feature->line <= g->lines, "lines are those of the file, in its order");
    demand(feature->bytes >= g->bytes && feature->bytes <= g->size, "and so are bytes");
    demand(feature->wrong != NULL || qd_box_is_valid(&feature->box), "a box is valid");
    demand(feature->wrong == NULL || feature->wrong[0] != 0, "it is said why there is none");
    g->line = feature->line;
    g->bytes = feature->bytes;
    if (g->expected == NULL)
        return true;
    demand(g->count <= g->expected->count, "there are no more features than another reading finds");
    const peer_feature *peer = &g->expected->features[g->count - 1];
    const bool good = peer->good && peer->id.kind != PEER_BAD_ID;
    demand(g->expected->ids_unsure || good == (feature->wrong == NULL), "those are good that another reading takes");
    if (peer->good && feature->wrong == NULL)
        demand_same_box(feature->box, peer->box);
    return true;
}

// Is the whole of it GeoJSON, whatever its features are? *deep: it was refused for what the other reading allows.
static bool read_features(const char *bytes, size_t size, const peer_list *expected, bool *deep)
{
    given g = { .expected = expected, .lines = 1, .size = size };
    for (size_t i = 0; i < size; i++)
        g.lines += bytes[i] == '\n';
    byte_source from;
    geojson_notes notes;
    format_message message;
    source_from_bytes(&from, bytes, size);
    bool good = geojson_read(&from, NULL, take_given, &g, &notes, &message);
    source_end(&from);
    demand(good == (message.fault == FORMAT_NO_FAULT), "there is a message if it is refused, and none if not");
    demand(good || message.text[0] != 0, "a message says something");
    demand(memchr(message.text, 0, sizeof message.text) != NULL, "a message ends");
    demand(message.line <= g.lines, "a message is about a line of the file");
    demand(memchr(notes.reference, 0, sizeof notes.reference) != NULL, "a note ends");
    demand(!good || expected == NULL || g.count == expected->count, "there are as many as another reading finds");
    *deep = strstr(message.text, "arrays and objects within each other") != NULL;
    return good;
}

// What is said about the file.
typedef struct geojson_saying {
    const char *property;
    bool exact;
} geojson_saying;

static bool read_geojson_items(items *list, byte_source *from, const geojson_saying *said, bool skip_bad)
{
    const input in = { .file = "input",
                       .id = said->property,
                       .exact = said->exact,
                       .bad_rows = skip_bad ? "list" : NULL,
                       .skip_bad = skip_bad };
    memset(list, 0, sizeof *list);
    list->exact = said->exact;
    quiet_complaints();
    bool good = items_read_geojson(list, &in, "input", from, 0);
    demand(good || quiet_complaints() > 0, "what is refused has a complaint");
    demand(list->bad.used == 0 || skip_bad, "features are listed where they are passed over");
    return good;
}

static bool is_id(const peer_id *id, const char *text)
{
    char whole[32];
    snprintf(whole, sizeof whole, "%lld", id->whole);
    return id->kind == PEER_TEXT    ? strcmp(id->text, text) == 0
           : id->kind == PEER_WHOLE ? strcmp(whole, text) == 0
                                    : strtod(text, NULL) == id->real;
}

static void demand_id(const items *list, size_t i, const peer_id *id, size_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%zu", number);
    if (!list->has_texts)
        demand(id->kind == PEER_NO_ID && items_number(list, i) == number, "without ids, features are called by number");
    else if (id->kind == PEER_NO_ID)
        demand(strcmp(items_text(list, i), text) == 0, "one without an id is called by its number");
    else
        demand(is_id(id, items_text(list, i)), "a feature is called by its id");
}

// The item that another reading makes of a feature. False: it makes none.
static bool expected_item(const peer_feature *peer, const geojson_saying *said, qd_box *box, const peer_id **id)
{
    *box = said->exact ? peer->box : items_rounded(peer->box);
    *id = said->property != NULL ? &peer->property : &peer->id;
    bool named = (*id)->kind != PEER_BAD_ID && (said->property == NULL || (*id)->kind != PEER_NO_ID);
    return peer->good && named && isfinite(box->min.x) && isfinite(box->min.y) && isfinite(box->max.x) &&
           isfinite(box->max.y);
}

// Demands that the items are those, and returns how many are bad.
static size_t demand_items(const items *list, const peer_list *expected, const geojson_saying *said)
{
    size_t used = 0, bad = 0;
    for (size_t i = 0; i < expected->count; i++) {
        qd_box box;
        const peer_id *id = NULL;
        if (!expected_item(&expected->features[i], said, &box, &id)) {
            bad++;
            continue;
        }
        demand(used < list->count, "no good feature is passed over");
        demand_same_box(items_box(list, used), box);
        demand_id(list, used++, id, i + 1);
    }
    demand(used == list->count, "and no bad one is taken");
    size_t listed = 0;
    for (size_t i = 0; i < list->bad.used; i++)
        listed += list->bad.text[i] == '\n';
    demand(list->bad.used == 0 || list->bad.text[list->bad.used - 1] == '\n',
           "a list of bad features ends with a line");
    demand(listed >= bad && (listed > 0) == (bad > 0), "each of the bad ones is listed");
    return bad;
}

// The same bytes behind so many blanks that the reader's first piece ends within them.
static void read_in_pieces(const char *bytes, size_t size, const peer_list *expected, const geojson_saying *said)
{
    size_t mark = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0, sum = 0;
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + (unsigned char)bytes[i];
    size_t blanks = READER_PIECE - sum % (size < READER_PIECE ? size : READER_PIECE);
    char *all = malloc(blanks + size);
    demand(all != NULL, "there is memory for blanks");
    memcpy(all, bytes, mark);
    memset(all + mark, ' ', blanks);
    memcpy(all + mark + blanks, bytes + mark, size - mark);
    FILE *file = fmemopen(all, blanks + size, "rb");
    demand(file != NULL, "bytes can be read as a file");
    byte_source from;
    source_from_file(&from, file);
    items list;
    demand(read_geojson_items(&list, &from, said, true) == (expected != NULL), "pieces are accepted alike");
    if (expected != NULL)
        demand_items(&list, expected, said);
    source_end(&from);
    fclose(file);
    items_free(&list);
    free(all);
}

static void read_as_said(const char *bytes, size_t size, const peer_list *expected, const geojson_saying *said)
{
    size_t bad = 0;
    for (int skip_bad = 1; skip_bad >= 0; skip_bad--) {
        byte_source from;
        items list;
        source_from_bytes(&from, bytes, size);
        bool good = read_geojson_items(&list, &from, said, skip_bad);
        demand(good == (expected != NULL && (skip_bad || bad == 0)),
               "what is refused is no GeoJSON, or has bad features");
        if (good)
            bad = demand_items(&list, expected, said);
        source_end(&from);
        items_free(&list);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const geojson_saying sayings[] = { { NULL, false }, { NULL, true }, { "n", false } };
    const char *bytes = (const char *)data;
    if (size == 0 || is_packed(bytes, size))
        return 0;
    peer_list expected;
    bool is_one = peer_read(&expected, bytes, size), deep = false;
    bool good = read_features(bytes, size, is_one ? &expected : NULL, &deep);
    demand(good == is_one || (is_one && deep) || expected.strict, "it is GeoJSON if another reading says so");
    if (expected.strict)
        return 0;
    for (size_t i = 0; !expected.ids_unsure && i < sizeof sayings / sizeof *sayings; i++)
        read_as_said(bytes, size, good ? &expected : NULL, &sayings[i]);
    if (!expected.ids_unsure)
        read_in_pieces(bytes, size, good ? &expected : NULL, &sayings[0]);
    peer_free(&expected);
    return 0;
}
