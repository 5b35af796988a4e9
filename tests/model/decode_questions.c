// From bytes to what is asked: see decoder_state.h.
#include "decoder_state.h"

qd_filter model__some_filter(struct decoder *decoder)
{
    static const uint32_t unusual[] = { 0, QD_NO_LAYER, 0x7fffffffu, 0xffffffffu, 0x80000001u, 2, 4, 6 };
    if (!decoder->filters)
        return (qd_filter){ 0, 0 };
    unsigned choice = model_byte(&decoder->bytes);
    if (choice < 64) // layers of bit 31 alone only now and then
        return (qd_filter){ unusual[choice % 8 == 1 && choice > 15 ? 0 : choice % 8], unusual[choice / 8] };
    return (qd_filter){ 1u << (choice & 3), 1u << (choice >> 2 & 3) | 1u << (choice >> 4 & 3) };
}

struct model_ref model__some_ref(struct decoder *decoder, struct living **living)
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

// A triangle, a turned box, or corners that seldom make a polygon.
static void corners(struct decoder *decoder, struct model_question *question)
{
    const unsigned choice = model_byte(&decoder->bytes);
    const qd_vec2 at = model_point(&decoder->places), side = model_direction(&decoder->places);
    if (choice & 1) {
        question->shape.corner_count = 4;
        question->corners[0] = at;
        question->corners[1] = (qd_vec2){ at.x + side.x, at.y + side.y };
        question->corners[2] = (qd_vec2){ at.x + side.x - side.y, at.y + side.y + side.x };
        question->corners[3] = (qd_vec2){ at.x - side.y, at.y + side.x };
        return;
    }
    const unsigned count = choice < 192 ? 3 : (choice >> 1) % (MODEL_CORNERS + 1);
    question->shape.corner_count = count;
    for (size_t i = 0; i < count; i++)
        question->corners[i] = choice < 250 ? model_point(&decoder->places) : model_window(&decoder->places).max;
}

qd_vec2 model__some_point(struct decoder *decoder)
{
    return one_in(decoder, 16) ? model_window(&decoder->places).max : model_point(&decoder->places);
}

// Any shape, boxes most often; now and then one that there is not.
static void some_shape(struct decoder *decoder, struct model_question *question)
{
    static const qd_shape_type types[] = { QD_BOX,   QD_BOX,    QD_BOX,    QD_POINT,   QD_CIRCLE,
                                           QD_POINT, QD_CIRCLE, QD_CIRCLE, QD_POLYGON, QD_EVERYWHERE };
    const unsigned choice = model_byte(&decoder->bytes);
    const qd_shape_type type = choice == 255 ? (qd_shape_type)7 : types[choice % (sizeof types / sizeof *types)];
    question->shape.type = type;
    if (type == QD_BOX)
        question->shape.box = model_window(&decoder->places);
    else if (type == QD_POLYGON)
        corners(decoder, question);
    else if (type != QD_EVERYWHERE)
        question->shape = qd_shape_circle(model__some_point(decoder), model_length(&decoder->places));
    question->shape.type = type;
}

void model__some_query(struct decoder *decoder, struct model_question *question)
{
    const unsigned choice = model_byte(&decoder->bytes);
    some_shape(decoder, question);
    question->relation = choice < 160 ? QD_OVERLAPS : choice == 255 ? (qd_relation)3 : (qd_relation)(1 + choice % 2);
}

static qd_shape some_moving_shape(struct decoder *decoder, bool circle)
{
    const unsigned choice = model_byte(&decoder->bytes);
    if (choice % 3 == 0)
        return qd_shape_box(choice < 16 ? model_window(&decoder->places) : model_box(&decoder->places));
    if (choice % 3 == 1 && circle)
        return qd_shape_circle(model__some_point(decoder), model_length(&decoder->places));
    return qd_shape_point(model__some_point(decoder));
}

static void some_ranked(struct decoder *decoder, struct model_question *question)
{
    static const qd_rank ranks[] = { QD_NEAREST, QD_CAST, QD_CAST, QD_SEGMENT, QD_NEAREST, QD_CAST, QD_CAST, QD_CAST };
    const unsigned choice = model_byte(&decoder->bytes);
    question->rank = choice == 255 ? QD_UNRANKED : ranks[choice % 8];
    question->number = choice & 16 ? INFINITY : model_length(&decoder->places);
    if (question->rank == QD_CAST) {
        question->shape = some_moving_shape(decoder, true);
        question->motion = model_direction(&decoder->places);
    } else if (question->rank == QD_SEGMENT) {
        question->shape = qd_shape_point(model__some_point(decoder));
        question->motion = model__some_point(decoder);
        question->number = choice & 32 ? question->number : 1;
    } else {
        question->shape = some_moving_shape(decoder, choice == 128);
    }
}

void model__some_filtering(struct decoder *decoder, struct model_question *question, unsigned choice)
{
    struct living *living;
    if (choice & 4)
        question->filter = model__some_filter(decoder);
    if (choice & 8)
        question->ignore = model__some_ref(decoder, &living);
}

// Questions in one call; some calls have so many that the library sorts them.
static void questions(struct decoder *decoder, struct model_call *call, unsigned choice)
{
    call->first = decoder->script->entry_count;
    call->count = model_below(&decoder->bytes, 12);
    call->repeat = choice & 32 ? 1 : 300 / (call->count + 1) + 1;
    call->limit = model_below(&decoder->bytes, 20);
    call->item.user = model_byte(&decoder->bytes);
    if (decoder->starving)
        call->starve = model_below(&decoder->bytes, 4);
    for (size_t i = 0; i < call->count; i++) {
        struct model_question question = { .rank = QD_UNRANKED };
        if (call->op == OP_RANKED_MANY)
            some_ranked(decoder, &question);
        else if (call->op == OP_FIND_MANY)
            model__some_query(decoder, &question);
        else
            question.shape = qd_shape_box(model_window(&decoder->places));
        if (call->op == OP_FIND_VIEWS)
            question.shape.radius = model_length(&decoder->places);
        else
            model__some_filtering(decoder, &question, model_byte(&decoder->bytes));
        model_script_entry(decoder->script)->question = question;
    }
}

// Roughly those that a call removes: the rest is found out by the runner.
static void forget_found(struct decoder *decoder, const struct model_question *question)
{
    const qd_shape_type type = question->shape.type;
    const bool all = type == QD_EVERYWHERE && question->relation != QD_CONTAINS;
    if ((type != QD_BOX && !all) || question->filter.layers || question->filter.mask)
        return;
    for (size_t i = decoder->count; i-- > 0;)
        if (all || qd_box_overlaps(question->shape.box, decoder->living[i].box))
            model__forget(decoder, &decoder->living[i]);
}

void model__decode_question(struct decoder *decoder, enum model_op op)
{
    struct model_call *call = model_script_call(decoder->script, op);
    struct model_question *asked = &call->question;
    const unsigned choice = model_byte(&decoder->bytes);
    call->limit = choice & 3 ? SIZE_MAX : choice >> 2;
    model__some_filtering(decoder, asked, choice);
    if (model_asks_many(op))
        questions(decoder, call, choice);
    else if (op == OP_FIND_RANKED || op == OP_VISIT_RANKED || op == OP_RANKED_CURSOR)
        some_ranked(decoder, asked);
    else if (op == OP_PAIRS || op == OP_TWO_TREES)
        asked->number = choice & 16 || decoder->crowd > 0 ? 0 : model_length(&decoder->places);
    else
        model__some_query(decoder, asked);
    if (op == OP_REMOVE_FOUND)
        forget_found(decoder, asked);
    if (op == OP_DETAILS)
        asked->number = model_length(&decoder->places);
    if (op == OP_VISIT_RANKED || op == OP_TWO_TREES)
        call->item.user = model_byte(&decoder->bytes);
}
