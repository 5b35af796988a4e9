// The decoder knows about what should be alive, so that most calls are about live items, and aims at a population that
// changes now and then, so that trees grow and are emptied again. Some of everything is wrong on purpose.
#include "decoder.h"
#include "oracle.h"
#include "places.h"
#include "scrambled.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct living {
    uint32_t handle;
    qd_box box;
};

struct decoder {
    struct model_bytes bytes;
    struct model_places places;
    struct model_script *script;
    struct living *living;
    size_t count, room;
    size_t crowd, target;
    bool filters;
    bool starving; // memory may run out
    bool watched[MODEL_CONTACTS];
};

static bool one_in(struct decoder *decoder, unsigned n)
{
    return model_below(&decoder->bytes, n) == n - 1;
}

static void add_living(struct decoder *decoder, uint32_t handle, qd_box box)
{
    if (decoder->count == decoder->room) {
        decoder->room = decoder->room ? decoder->room * 2 : 256;
        decoder->living = realloc(decoder->living, decoder->room * sizeof *decoder->living);
        if (!decoder->living) {
            fputs("model decoder: no memory\n", stderr);
            exit(1);
        }
    }
    decoder->living[decoder->count++] = (struct living){ handle, box };
}

static void choose_target(struct decoder *decoder)
{
    static const size_t targets[] = { 0, 4, 10, 20, 33, 40, 50, 64, 64, 70, 80, 100, 150, 40, 20, 300 };
    decoder->target = decoder->crowd ? decoder->crowd : targets[model_below(&decoder->bytes, 16)];
}

static qd_filter some_filter(struct decoder *decoder)
{
    static const uint32_t unusual[] = { 0, QD_NO_LAYERS, QD_ALL_LAYERS, 0xffffffffu, 0x80000001u, 2, 4, 6 };
    if (!decoder->filters)
        return (qd_filter){ 0, 0 };
    unsigned choice = model_byte(&decoder->bytes);
    if (choice < 64) // layers of bit 31 alone only now and then
        return (qd_filter){ unusual[choice % 8 == 1 && choice > 15 ? 0 : choice % 8], unusual[choice / 8] };
    return (qd_filter){ 1u << (choice & 3), 1u << (choice >> 2 & 3) | 1u << (choice >> 4 & 3) };
}

static qd_item some_item(struct decoder *decoder)
{
    qd_item item = { model_box(&decoder->places), model_byte(&decoder->bytes), some_filter(decoder) };
    if (one_in(decoder, 40))
        item.box = model_spoiled_box(&decoder->places, item.box);
    return item;
}

// Nearly always a live item, which is then in *living. Else one that may be gone, null, or forged.
static struct model_ref some_ref(struct decoder *decoder, struct living **living)
{
    struct model_ref ref = { 0, NOT_FORGED };
    unsigned choice = model_byte(&decoder->bytes);
    *living = NULL;
    if (decoder->count > 0 && choice < 244) {
        *living = &decoder->living[model_below(&decoder->bytes, 65536) % decoder->count];
        ref.handle = (*living)->handle;
        return ref;
    }
    if (choice > 1)
        ref.handle = model_below(&decoder->bytes, 65536) % decoder->script->handles;
    if (choice > 250)
        ref.forgery = (enum model_forgery)model_below(&decoder->bytes, MODEL_FORGERIES);
    return ref;
}

static void forget(struct decoder *decoder, struct living *living)
{
    if (living)
        *living = decoder->living[--decoder->count];
}

static void create(struct decoder *decoder)
{
    struct model_call *call = model_script_call(decoder->script, OP_CREATE);
    call->first = decoder->script->def_count;
    qd_tree_def *def = model_script_def(decoder->script);
    def->world = model_places_begin(&decoder->places, &decoder->bytes, decoder->crowd > 0);
    def->leaf_capacity = (int)model_below(&decoder->bytes, 65);
    def->max_depth = (int)model_below(&decoder->bytes, QD_MAX_DEPTH + 1);
    if (decoder->crowd > 0 && def->max_depth > 0 && def->max_depth < 6) // a crowd in four cells takes all day
        def->max_depth += 6;
    unsigned choice = model_byte(&decoder->bytes);
    def->edges = choice & 1 ? QD_EDGES_OPEN : QD_EDGES_CLOSED;
    decoder->filters = choice & 2;
    decoder->starving = (choice & 28) == 28;
    def->reserve = choice >= 224 ? choice : 0;
    def->totals = choice & 128;
    if ((choice & 96) == 64 || (decoder->crowd > 0 && choice & 32)) // only a crowd gives an executor anything to do
        def->executor = scrambled_executor();
    decoder->count = 0;
    choose_target(decoder);
    // In a buffer that is about as large as it must be, or too small.
    if (decoder->crowd == 0 && one_in(decoder, 4) && decoder->target > 0) {
        def->totals = false; // which take memory
        decoder->script->calls[decoder->script->call_count - 1].count =
            decoder->target - decoder->target / 4 + model_below(&decoder->bytes, (unsigned)decoder->target);
    }
}

static void create_bad(struct decoder *decoder)
{
    struct model_call *call = model_script_call(decoder->script, OP_CREATE_BAD);
    call->first = decoder->script->def_count;
    qd_tree_def *def = model_script_def(decoder->script);
    unsigned choice = model_byte(&decoder->bytes);
    def->world = (qd_box){ { 1, 1 }, { 5, 5 } };
    switch (choice % 7) {
    case 0:
        def->leaf_capacity = choice & 16 ? -1 - (int)choice : 4097;
        break;
    case 1:
        def->max_depth = choice & 16 ? -1 - (int)choice : QD_MAX_DEPTH + 1;
        break;
    case 2: // no extent
        def->world.max = def->world.min;
        break;
    case 3:
        def->edges = (qd_edges)2;
        break;
    default:
        def->world = model_spoiled_box(&decoder->places, def->world);
        break;
    }
}

static void insert(struct decoder *decoder)
{
    struct model_call *call = model_script_call(decoder->script, OP_INSERT);
    call->item = some_item(decoder);
    call->ref.handle = decoder->script->handles++;
    if (oracle_judge(&call->item) == QD_OK)
        add_living(decoder, call->ref.handle, call->item.box);
}

static qd_box next_box(struct decoder *decoder, struct living *living)
{
    qd_box box = living ? model_box_after(&decoder->places, living->box) : model_box(&decoder->places);
    if (one_in(decoder, 40))
        return model_spoiled_box(&decoder->places, box);
    if (living)
        living->box = box;
    return box;
}

// Small numbers, so that many are equal, and now and then the ends of the range.
static uint64_t some_value(struct decoder *decoder)
{
    unsigned choice = model_byte(&decoder->bytes);
    if (choice < 250)
        return (uint64_t)(choice % 16) - 8;
    return choice % 2 ? UINT64_C(0x7fffffffffffffff) : UINT64_C(0x8000000000000000);
}

static void about_one(struct decoder *decoder, enum model_op op)
{
    struct model_call *call = model_script_call(decoder->script, op);
    struct living *living;
    call->ref = some_ref(decoder, &living);
    if (op == OP_MOVE)
        call->item.box = next_box(decoder, living);
    else if (op == OP_REMOVE)
        forget(decoder, living);
    else if (op == OP_SET_USER)
        call->item.user = model_byte(&decoder->bytes) * 0x0101010101010101u;
    else if (op == OP_SET_FILTER)
        call->item.filter = some_filter(decoder);
    else if (op == OP_SET_VALUE)
        call->item.user = some_value(decoder);
}

static void add_entry(struct decoder *decoder, enum model_op op)
{
    struct model_entry entry = { .ref = { 0, NOT_FORGED } };
    struct living *living;
    if (op == OP_INSERT_MANY) {
        entry.item = some_item(decoder);
        entry.ref.handle = decoder->script->handles++;
        if (oracle_judge(&entry.item) == QD_OK)
            add_living(decoder, entry.ref.handle, entry.item.box);
    } else {
        entry.ref = some_ref(decoder, &living);
        if (op == OP_MOVE_MANY)
            entry.item.box = next_box(decoder, living);
        else if (!one_in(decoder, 8)) // else it may come twice
            forget(decoder, living);
    }
    *model_script_entry(decoder->script) = entry;
}

static void about_many(struct decoder *decoder, enum model_op op)
{
    struct model_call *call = model_script_call(decoder->script, op);
    unsigned choice = model_byte(&decoder->bytes);
    call->first = decoder->script->entry_count;
    call->count = choice < 200 ? choice % 16 : choice % 64;
    for (size_t i = 0; i < call->count; i++)
        add_entry(decoder, op);
}

// Everything there is moves a step, as in a simulation.
static void tick(struct decoder *decoder)
{
    struct model_call *call = model_script_call(decoder->script, OP_MOVE_MANY);
    call->first = decoder->script->entry_count;
    call->count = decoder->count;
    for (size_t i = 0; i < decoder->count; i++) {
        struct living *living = &decoder->living[i];
        living->box = model_drifted(&decoder->places, living->box, living->handle);
        *model_script_entry(decoder->script) =
            (struct model_entry){ { living->handle, NOT_FORGED }, { living->box, 0, { 0, 0 } } };
    }
}

static void crowd(struct decoder *decoder)
{
    struct model_call *call = model_script_call(decoder->script, OP_INSERT_MANY);
    uint64_t random = model_mixed(model_below(&decoder->bytes, 65536));
    call->first = decoder->script->entry_count;
    call->count = decoder->crowd;
    for (size_t i = 0; i < call->count; i++) {
        struct model_entry entry = { { decoder->script->handles++, NOT_FORGED }, { .user = i } };
        entry.item.box = model_crowd_box(&decoder->places, random + i, call->count);
        *model_script_entry(decoder->script) = entry;
        add_living(decoder, entry.ref.handle, entry.item.box);
    }
}

// A triangle, a turned box, or corners that seldom make a polygon.
static void corners(struct decoder *decoder, struct model_call *call)
{
    const unsigned choice = model_byte(&decoder->bytes);
    const qd_vec2 at = model_point(&decoder->places), side = model_direction(&decoder->places);
    if (choice & 1) {
        call->corner_count = 4;
        call->corners[0] = at;
        call->corners[1] = (qd_vec2){ at.x + side.x, at.y + side.y };
        call->corners[2] = (qd_vec2){ at.x + side.x - side.y, at.y + side.y + side.x };
        call->corners[3] = (qd_vec2){ at.x - side.y, at.y + side.x };
        return;
    }
    call->corner_count = choice < 192 ? 3 : (choice >> 1) % (MODEL_CORNERS + 1);
    for (size_t i = 0; i < call->corner_count; i++)
        call->corners[i] = choice < 250 ? model_point(&decoder->places) : model_window(&decoder->places).max;
}

// What the questions of ask_more.c are about.
static void question_more(struct decoder *decoder, struct model_call *call, unsigned choice)
{
    const enum model_op op = call->op;
    if (op == OP_INSIDE || op == OP_CONTAINING || op == OP_BOX_CURSOR)
        call->item.box = model_window(&decoder->places);
    else if (op == OP_CAST_BOX)
        call->item.box = choice < 16 ? model_window(&decoder->places) : model_box(&decoder->places);
    else if (op == OP_POLYGON || op == OP_INSIDE_POLYGON)
        corners(decoder, call);
    else if (op != OP_PAIR_CURSOR)
        call->item.box.min = choice < 16 ? model_window(&decoder->places).max : model_point(&decoder->places);
    if (op == OP_CAST_BOX || op == OP_CAST_CIRCLE) {
        call->motion = model_direction(&decoder->places);
        call->t_max = choice & 16 ? INFINITY : model_length(&decoder->places);
        call->item.user = model_byte(&decoder->bytes);
    }
    if (op == OP_RAY_CURSOR)
        call->item.box.max = model_direction(&decoder->places);
    const float length = model_length(&decoder->places);
    call->number = choice & 16 && op != OP_CAST_CIRCLE ? INFINITY : length;
}

// Questions in one call; some calls have so many that the library sorts them.
static void questions(struct decoder *decoder, struct model_call *call, unsigned choice)
{
    call->first = decoder->script->entry_count;
    call->count = model_below(&decoder->bytes, 12);
    call->repeat = choice & 32 ? 1 : 300 / (call->count + 1) + 1;
    call->number = choice & 16 ? INFINITY : model_length(&decoder->places);
    if (call->op != OP_BOX_MANY)
        call->limit = model_below(&decoder->bytes, 20);
    if (decoder->starving)
        call->starve = model_below(&decoder->bytes, 4);
    for (size_t i = 0; i < call->count; i++) {
        struct model_entry entry = { .ref = { 0, NOT_FORGED } };
        if (call->op == OP_BOX_MANY)
            entry.item.box = model_window(&decoder->places);
        else
            entry.item.box.min =
                one_in(decoder, 16) ? model_window(&decoder->places).max : model_point(&decoder->places);
        if (call->op == OP_RAY_MANY)
            entry.item.box.max = model_direction(&decoder->places);
        *model_script_entry(decoder->script) = entry;
    }
}

static void question(struct decoder *decoder, enum model_op op)
{
    struct model_call *call = model_script_call(decoder->script, op);
    unsigned choice = model_byte(&decoder->bytes);
    struct living *living;
    call->limit = choice & 3 ? SIZE_MAX : choice >> 2;
    if (choice & 4)
        call->item.filter = some_filter(decoder);
    if (choice & 8)
        call->ignore = some_ref(decoder, &living);
    if (model_asks_many(op)) {
        questions(decoder, call, choice);
        return;
    }
    if (op >= OP_CAST_BOX) {
        question_more(decoder, call, choice);
        return;
    }
    if (op == OP_FIND_BOX || op == OP_VISIT_BOX || op == OP_VISIT_DETAIL || op == OP_TOTAL_BOX)
        call->item.box = model_window(&decoder->places);
    else if (op < OP_VISIT_PAIRS)
        call->item.box.min = choice < 16 ? model_window(&decoder->places).max : model_point(&decoder->places);
    if (op == OP_FIND_RAY || op == OP_VISIT_RAY)
        call->item.box.max = model_direction(&decoder->places);
    if (op == OP_FIND_RAY || op == OP_VISIT_RAY || op == OP_VISIT_JOIN)
        call->item.user = model_byte(&decoder->bytes);
    call->number = choice & 16 ? INFINITY : model_length(&decoder->places);
}

// Mostly an update; now and then new contacts, or none any more.
static void about_contacts(struct decoder *decoder)
{
    unsigned choice = model_byte(&decoder->bytes), which = choice % MODEL_CONTACTS;
    enum model_op op = choice < 220 ? OP_CONTACTS_UPDATE : choice < 240 ? OP_CONTACTS_CREATE : OP_CONTACTS_DESTROY;
    if (!decoder->watched[which])
        op = OP_CONTACTS_CREATE;
    decoder->watched[which] = op != OP_CONTACTS_DESTROY;
    struct model_call *call = model_script_call(decoder->script, op);
    call->first = which;
    call->limit = choice & 4 ? 1 + (choice >> 3) : 0;
    if (decoder->starving)
        call->starve = model_below(&decoder->bytes, 8);
}

static void about_interest(struct decoder *decoder)
{
    unsigned choice = model_byte(&decoder->bytes);
    struct model_call *call =
        model_script_call(decoder->script, choice < 128 ? OP_INTEREST_UPDATE : OP_INTEREST_OBSERVE);
    struct living *living;
    call->first = choice % 32;
    call->limit = model_below(&decoder->bytes, 6);
    if (call->op == OP_INTEREST_OBSERVE) {
        call->item.box.min = model_point(&decoder->places);
        call->item.user = choice;
        call->item.filter = some_filter(decoder);
        call->number = one_in(decoder, 8) ? INFINITY : model_length(&decoder->places);
        call->ignore = some_ref(decoder, &living);
    }
    if (decoder->starving)
        call->starve = model_below(&decoder->bytes, 8);
}

// A call by its number; some numbers are more likely. MODEL_OPS: one about contacts or interest.
static enum model_op some_op(struct decoder *decoder)
{
    static const enum model_op often[] = {
        OP_INSERT,    OP_INSERT,   OP_INSERT,     OP_INSERT,    OP_INSERT,     OP_MOVE,
        OP_MOVE,      OP_MOVE,     OP_MOVE,       OP_MOVE,      OP_REMOVE,     OP_REMOVE,
        OP_FIND_BOX,  OP_FIND_BOX, OP_GET,        OP_BOUNDS,    OP_FIND_POINT, OP_FIND_CIRCLE,
        OP_FIND_NEAR, OP_FIND_RAY, OP_SET_FILTER, OP_SET_VALUE, OP_SET_VALUE,  OP_TOTAL_BOX,
    };
    static const enum model_op seldom[] = {
        OP_INSERT_MANY,        OP_MOVE_MANY,
        OP_MOVE_MANY,          OP_REMOVE_MANY,
        OP_SET_USER,           OP_STATS,
        OP_VISIT_BOX,          OP_VISIT_BOX,
        OP_VISIT_POINT,        OP_VISIT_CIRCLE,
        OP_VISIT_RAY,          OP_VISIT_PAIRS,
        OP_VISIT_PAIRS,        OP_VISIT_PAIRS_FILTERED,
        OP_VISIT_PAIRS_WITHIN, OP_VISIT_PAIRS_WITHIN,
        OP_VISIT_JOIN,         OP_VISIT_JOIN,
        OP_VISIT_DETAIL,       OP_VISIT_DETAIL,
        OP_TOTAL_BOX,
    };
    static const enum model_op rarely[] = { OP_CREATE,  OP_CREATE_BAD, OP_CLEAR,   OP_REBUILD, OP_REBUILD,
                                            OP_REBUILD, OP_REBUILD,    OP_REBUILD, OP_RELOAD,  OP_RELOAD };
    unsigned choice = model_byte(&decoder->bytes);
    if (choice < 190)
        return often[choice % (sizeof often / sizeof *often)];
    if (choice >= 238 && choice < 244)
        return (enum model_op)(OP_CAST_BOX + model_below(&decoder->bytes, MODEL_OPS - OP_CAST_BOX));
    if (choice >= 244 && choice < 252)
        return MODEL_OPS;
    if (choice < 252)
        return seldom[choice % (sizeof seldom / sizeof *seldom)];
    // A crowd is not sent away.
    return decoder->crowd ? OP_MOVE : rarely[model_below(&decoder->bytes, sizeof rarely / sizeof *rarely)];
}

static void decode_call(struct decoder *decoder)
{
    enum model_op op = some_op(decoder);
    if (op == OP_INSERT && decoder->count >= decoder->target + 3)
        op = OP_REMOVE;
    else if (op == OP_REMOVE && decoder->count < decoder->target / 2)
        op = OP_INSERT;
    else if (op == OP_VISIT_PAIRS_WITHIN &&
             decoder->crowd > 0) // in a crowd those may be as many as there are pairs at all
        op = OP_VISIT_PAIRS_FILTERED;
    if (op == MODEL_OPS && one_in(decoder, 3))
        about_interest(decoder);
    else if (op == MODEL_OPS)
        about_contacts(decoder);
    else if (op == OP_CREATE)
        create(decoder);
    else if (op == OP_CREATE_BAD)
        create_bad(decoder);
    else if (op == OP_INSERT)
        insert(decoder);
    else if (op == OP_MOVE_MANY && one_in(decoder, decoder->crowd ? 12 : 4))
        tick(decoder);
    else if (op == OP_INSERT_MANY || op == OP_MOVE_MANY || op == OP_REMOVE_MANY)
        about_many(decoder, op);
    else if (op >= OP_FIND_BOX)
        question(decoder, op);
    else if (op == OP_CLEAR || op == OP_REBUILD || op == OP_RELOAD || op == OP_BOUNDS || op == OP_STATS)
        model_script_call(decoder->script, op);
    else
        about_one(decoder, op);
    if (op == OP_CLEAR)
        decoder->count = 0;
    if (((op >= OP_CLEAR && op < OP_SET_USER) || op == OP_RELOAD) && decoder->starving)
        decoder->script->calls[decoder->script->call_count - 1].starve = model_below(&decoder->bytes, 4);
}

void model_decode(const unsigned char *data, size_t size, size_t crowd_size, struct model_script *script)
{
    struct decoder decoder = { .bytes = { data, size, 0 }, .script = script, .crowd = crowd_size };
    model_script_empty(script);
    script->handles = 1;
    create(&decoder);
    if (crowd_size > 0)
        crowd(&decoder);
    while (decoder.bytes.at < size) {
        decode_call(&decoder);
        if (script->call_count % 64 == 0)
            choose_target(&decoder);
    }
    free(decoder.living);
}
