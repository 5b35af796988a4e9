// The decoder knows about what should be alive, so that most calls are about live items, and aims at a population that
// changes now and then, so that trees grow and are emptied again. Some of everything is wrong on purpose.
#include "decoder.h"
#include "decoder_state.h"
#include "room.h"
#include "scrambled.h"

static void add_living(struct decoder *decoder, uint32_t handle, qd_box box)
{
    if (decoder->count == decoder->room) {
        decoder->room = decoder->room ? decoder->room * 2 : 256;
        decoder->living = got(realloc(decoder->living, decoder->room * sizeof *decoder->living));
    }
    decoder->living[decoder->count++] = (struct living){ handle, box };
}

static void choose_target(struct decoder *decoder)
{
    static const size_t targets[] = { 0, 4, 10, 20, 33, 40, 50, 64, 64, 70, 80, 100, 150, 40, 20, 300 };
    static const size_t few[] = { 0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 24, 32 };
    const unsigned choice = model_below(&decoder->bytes, 16);
    const size_t all = decoder->crowd + decoder->brim;
    decoder->target = all ? all : decoder->small ? few[choice] : targets[choice];
}

static qd_item some_item(struct decoder *decoder)
{
    qd_item item = { .box = model_box(&decoder->places) };
    item.user = model_byte(&decoder->bytes);
    item.value = (int64_t)(item.user % 16) - 8;
    item.filter = model__some_filter(decoder);
    if (one_in(decoder, 40))
        item.box = model_spoiled_box(&decoder->places, item.box);
    return item;
}

// A tree in a buffer that is about as large as it must be, or too small; or just as large. Its leaves take enough for
// halves then, which need a bucket more when they are parted.
static void give_buffer(struct decoder *decoder, qd_tree_def *def)
{
    size_t *items = &decoder->script->calls[decoder->script->call_count - 1].count;
    if (decoder->brim > 0) {
        *items = decoder->brim;
        def->leaf_capacity = 32 + (int)model_below(&decoder->bytes, 33);
    } else if (decoder->crowd == 0 && one_in(decoder, 4) && decoder->target > 0) {
        *items = decoder->target - decoder->target / 4 + model_below(&decoder->bytes, (unsigned)decoder->target);
    }
    if (*items > 0)
        def->totals = false; // which take memory
}

// Half of the trees are of doubles.
static void create(struct decoder *decoder)
{
    struct model_call *call = model_script_call(decoder->script, OP_CREATE);
    call->first = decoder->script->def_count;
    qd_tree_def *def = model_script_def(decoder->script);
    def->precision = decoder->precision = model_byte(&decoder->bytes) & 1 ? QD_DOUBLE : QD_FLOAT;
    def->world =
        model_places_begin(&decoder->places, &decoder->bytes, def->precision, decoder->crowd + decoder->brim > 0);
    def->leaf_capacity = (int)model_below(&decoder->bytes, decoder->small ? 12 : 65);
    def->max_depth = (int)model_below(&decoder->bytes, QD_MAX_DEPTH + 1);
    if (decoder->crowd > 0 && def->max_depth > 0 && def->max_depth < 6) // a crowd in four cells takes all day
        def->max_depth += 6;
    unsigned choice = model_byte(&decoder->bytes);
    def->edges = choice & 1 ? QD_OPEN : QD_CLOSED;
    decoder->filters = choice & 2;
    decoder->starving = (choice & 28) == 28;
    def->reserve = choice >= 224 ? choice : 0;
    def->totals = choice & 128;
    if ((choice & 96) == 64 || (decoder->crowd > 0 && choice & 32)) // only a crowd gives an executor anything to do
        def->executor = scrambled_executor();
    decoder->count = 0;
    choose_target(decoder);
    give_buffer(decoder, def);
}

static void create_bad(struct decoder *decoder)
{
    struct model_call *call = model_script_call(decoder->script, OP_CREATE_BAD);
    call->first = decoder->script->def_count;
    qd_tree_def *def = model_script_def(decoder->script);
    unsigned choice = model_byte(&decoder->bytes);
    def->world = (qd_box){ { 1, 1 }, { 5, 5 } };
    switch (choice % 8) {
    case 0:
        def->leaf_capacity = choice & 16 ? -1 - (int)choice : 4097;
        break;
    case 1:
        def->max_depth = choice & 16 ? -1 - (int)choice : QD_MAX_DEPTH + 1;
        break;
    case 2: // no extent, at least on one axis
        def->world.max.x = def->world.min.x;
        if (choice & 16)
            def->world.max.y = def->world.min.y;
        break;
    case 3:
        def->edges = (qd_edges)2;
        break;
    case 4:
        def->precision = (qd_precision)2;
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
    if (model_is_valid(decoder->precision, call->item.box))
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
static int64_t some_value(struct decoder *decoder)
{
    unsigned choice = model_byte(&decoder->bytes);
    if (choice < 250)
        return (int64_t)(choice % 16) - 8;
    return choice % 2 ? INT64_MAX : INT64_MIN;
}

static void about_one(struct decoder *decoder, enum model_op op)
{
    struct model_call *call = model_script_call(decoder->script, op);
    struct living *living;
    call->ref = model__some_ref(decoder, &living);
    if (op == OP_MOVE) // by one call or the other
        call->item = (qd_item){ .box = next_box(decoder, living), .user = model_byte(&decoder->bytes) };
    else if (op == OP_REMOVE)
        model__forget(decoder, living);
    else if (op == OP_SET_USER)
        call->item.user = model_byte(&decoder->bytes) * 0x0101010101010101u;
    else if (op == OP_SET_FILTER)
        call->item.filter = model__some_filter(decoder);
    else if (op == OP_SET_VALUE)
        call->item.value = some_value(decoder);
}

static void add_entry(struct decoder *decoder, enum model_op op)
{
    struct model_entry entry = { .ref = { 0, NOT_FORGED } };
    struct living *living;
    if (op == OP_INSERT_MANY) {
        entry.item = some_item(decoder);
        entry.ref.handle = decoder->script->handles++;
        if (model_is_valid(decoder->precision, entry.item.box))
            add_living(decoder, entry.ref.handle, entry.item.box);
    } else {
        entry.ref = model__some_ref(decoder, &living);
        if (op == OP_MOVE_MANY)
            entry.item.box = next_box(decoder, living);
        else if (!one_in(decoder, 8)) // else it may come twice
            model__forget(decoder, living);
    }
    *model_script_entry(decoder->script) = entry;
}

static void about_many(struct decoder *decoder, enum model_op op)
{
    struct model_call *call = model_script_call(decoder->script, op);
    unsigned choice = model_byte(&decoder->bytes);
    call->first = decoder->script->entry_count;
    call->count = decoder->small ? choice % 8 : choice < 200 ? choice % 16 : choice % 64;
    call->item.user = model_byte(&decoder->bytes);
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
        struct model_entry *entry = model_script_entry(decoder->script);
        entry->ref.handle = living->handle;
        entry->item.box = living->box;
    }
}

static void crowd(struct decoder *decoder)
{
    struct model_call *call = model_script_call(decoder->script, OP_INSERT_MANY);
    uint64_t random = model_mixed(model_below(&decoder->bytes, 65536));
    call->first = decoder->script->entry_count;
    call->count = decoder->crowd;
    for (size_t i = 0; i < call->count; i++) {
        struct model_entry *entry = model_script_entry(decoder->script);
        entry->ref.handle = decoder->script->handles++;
        entry->item.user = i;
        entry->item.box = model_crowd_box(&decoder->places, random + i, call->count);
        add_living(decoder, entry->ref.handle, entry->item.box);
    }
}

static void fill_to_the_brim(struct decoder *decoder)
{
    const uint64_t random = model_mixed(model_below(&decoder->bytes, 65536));
    for (size_t i = 0; i < decoder->brim; i++) {
        struct model_call *call = model_script_call(decoder->script, OP_INSERT);
        call->ref.handle = decoder->script->handles++;
        call->item.user = i;
        call->item.box = model_brim_box(&decoder->places, random + i, decoder->brim);
        add_living(decoder, call->ref.handle, call->item.box);
    }
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

// Of the size of the view, or at the ends of the range; now and then bad. No byte is read for it.
static double some_margin(const qd_shape *shape, unsigned choice)
{
    static const double parts[] = { 0.125, 0.5, 1, 1, 0.25, 4, INFINITY, -1 };
    const double size = shape->type == QD_CIRCLE ? shape->radius : shape->box.max.x - shape->box.min.x;
    return size > 0 ? parts[choice % 8] * size : parts[choice % 8];
}

static void about_interest(struct decoder *decoder)
{
    unsigned choice = model_byte(&decoder->bytes);
    struct model_call *call =
        model_script_call(decoder->script, choice < 128 ? OP_INTEREST_UPDATE : OP_INTEREST_OBSERVE);
    call->first = choice % 32;
    call->limit = model_below(&decoder->bytes, 6);
    if (call->op == OP_INTEREST_OBSERVE) {
        model__some_query(decoder, &call->question);
        model__some_filtering(decoder, &call->question, choice);
        call->item.user = choice;
        call->item.box.min = model__some_point(decoder); // where it moves
        if (call->limit % 2 == 1)                        // which also says that it has a margin, or a largest number
            call->question.number = some_margin(&call->question.shape, choice / 2);
        if (call->limit >= 4)
            call->repeat = choice % 16 == 0 ? SIZE_MAX : 1 + choice % 7;
    }
    if (decoder->starving)
        call->starve = model_below(&decoder->bytes, 8);
}

// A call by its number; some numbers are more likely. MODEL_OPS: one about contacts or interest.
static enum model_op some_op(struct decoder *decoder)
{
    static const enum model_op often[] = {
        OP_INSERT, OP_INSERT, OP_INSERT,      OP_INSERT,      OP_INSERT, OP_MOVE,       OP_MOVE,      OP_MOVE,
        OP_MOVE,   OP_MOVE,   OP_REMOVE,      OP_REMOVE,      OP_FIND,   OP_FIND,       OP_GET,       OP_BOUNDS,
        OP_FIND,   OP_FIND,   OP_FIND_RANKED, OP_FIND_RANKED, OP_TOTAL,  OP_SET_FILTER, OP_SET_VALUE, OP_SET_VALUE,
    };
    static const enum model_op seldom[] = {
        OP_INSERT_MANY,   OP_MOVE_MANY, OP_MOVE_MANY,    OP_REMOVE_MANY,  OP_SET_USER,  OP_STATS,   OP_VISIT,
        OP_VISIT,         OP_CURSOR,    OP_REMOVE_FOUND, OP_VISIT_RANKED, OP_PAIRS,     OP_PAIRS,   OP_PAIRS,
        OP_RANKED_CURSOR, OP_PAIRS,     OP_VISIT_RANKED, OP_TWO_TREES,    OP_TWO_TREES, OP_DETAILS, OP_TOTAL,
    };
    static const enum model_op rarely[] = { OP_CREATE,  OP_CREATE_BAD, OP_CLEAR,   OP_REBUILD, OP_REBUILD,
                                            OP_REBUILD, OP_REBUILD,    OP_REBUILD, OP_RELOAD,  OP_RELOAD };
    unsigned choice = model_byte(&decoder->bytes);
    if (choice < 190)
        return often[choice % (sizeof often / sizeof *often)];
    if (choice >= 238 && choice < 244)
        return (enum model_op)(OP_FIND + model_below(&decoder->bytes, MODEL_OPS - OP_FIND));
    if (choice >= 244 && choice < 252)
        return MODEL_OPS;
    if (choice < 252)
        return seldom[choice % (sizeof seldom / sizeof *seldom)];
    // A crowd is not sent away, nor what fills a buffer.
    return decoder->crowd  ? OP_MOVE
           : decoder->brim ? OP_REBUILD
                           : rarely[model_below(&decoder->bytes, sizeof rarely / sizeof *rarely)];
}

static void decode_call(struct decoder *decoder)
{
    enum model_op op = some_op(decoder);
    if (op == OP_INSERT && decoder->count >= decoder->target + 3)
        op = OP_REMOVE;
    else if (op == OP_REMOVE && decoder->count < decoder->target / 2)
        op = OP_INSERT;
    else if (op == OP_REMOVE_FOUND && decoder->crowd + decoder->brim > 0) // which is not sent away
        op = OP_FIND;
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
    else if (op >= OP_FIND || op == OP_REMOVE_FOUND)
        model__decode_question(decoder, op);
    else if (op == OP_CLEAR || op == OP_REBUILD || op == OP_RELOAD || op == OP_BOUNDS || op == OP_STATS)
        model_script_call(decoder->script, op);
    else
        about_one(decoder, op);
    if (op == OP_CLEAR)
        decoder->count = 0;
    if (((op >= OP_CLEAR && op < OP_SET_USER) || op == OP_RELOAD) && decoder->starving)
        decoder->script->calls[decoder->script->call_count - 1].starve = model_below(&decoder->bytes, 4);
}

void model_decode(const unsigned char *data, size_t size, struct model_sizes sizes, struct model_script *script)
{
    struct decoder decoder = {
        .bytes = { data, size, 0 }, .script = script, .crowd = sizes.crowd, .brim = sizes.brim, .small = sizes.small
    };
    model_script_empty(script);
    script->handles = 1;
    create(&decoder);
    if (sizes.crowd > 0)
        crowd(&decoder);
    fill_to_the_brim(&decoder);
    while (decoder.bytes.at < size) {
        decode_call(&decoder);
        if (script->call_count % 64 == 0)
            choose_target(&decoder);
    }
    free(decoder.living);
}
