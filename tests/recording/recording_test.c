/// Records: what is written can be done again by any method, with the same answers; one that was made long ago by
/// another compiler too; and one that is broken, in any byte or at any length, is refused and breaks nothing.
#include <math.h>
#include <recording.h>
#include <stage.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

#define PATH "recording_test.qdr"
#define SAMPLE SAMPLES "/every_call.qdr"
#define OLD_SAMPLE SAMPLES "/version_1.qdr"

// A new file each time: what is cut to nothing and written again some file systems bring to the disk at once.
static void write_file(const char *path, const uint8_t *bytes, size_t count)
{
    remove(path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static uint8_t *read_file(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    uint8_t *bytes = malloc(1 << 20);
    assert_non_null(bytes);
    *count = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

// Every kind of call, with plain and with odd values.
static void use(scene_index *index)
{
    fbox boxes[40];
    for (int i = 0; i < 40; i++)
        boxes[i] = fbox_xywh((float)(i % 8) * 3, (float)(i / 8) * 2.5f, 2 + (float)(i % 3), 2);
    index_set_world(index, fbox_xywh(-1, -2, 30, 20));
    index_add_many(index, boxes, 40, (qd_filter){ 0, 0 });
    index_add(index, (fbox){ { -3e38f, -1 }, { 3e38f, 1e-40f } }, (qd_filter){ 6, 1 });
    index_remove(index, 7);
    index_remove(index, 3);
    index_add(index, fbox_xywh(1, 1, 0, 0), (qd_filter){ 2, 3 });
    index_move(index, 12, fbox_xywh(4, 4, 1, 1));
    index_move_many(index, 20, boxes, 10);
    index_in_box(index, fbox_xywh(0, 0, 9, 9), 0);
    index_in_box(index, (fbox){ { -INFINITY, -INFINITY }, { INFINITY, INFINITY } }, 2);
    index_in_circle(index, (fvec2){ 5, 5 }, 4, 1);
    index_touches(index, fbox_xywh(0, 0, 1, 1), 0, 0);
    index_near near[5];
    index_nearest(index, (fvec2){ 100, 3 }, INFINITY, 0, near, 5);
    index_first_on_ray(index, (index_ray){ { -5, 1 }, { 1, 0.25f }, INFINITY }, 1);
    index_pairs(index, NULL, NULL);
    assert_true(index_ask_contacts(index).began_count > 0);
    index_remove(index, 0);
    index_add(index, boxes[0], (qd_filter){ 0, 0 });
    index_move_many(index, 10, boxes, 5);
    index_contacts contacts = index_ask_contacts(index);
    assert_true(contacts.began_count > 0 && contacts.ended_count > 0);
}

static uint64_t make_record(const char *path)
{
    recording_head head = { .scene = "test", .method = "quadtree", .seed = 7, .leaf_capacity = 4, .max_depth = 6 };
    scene_index *index = index_create(&(index_def){ .leaf_capacity = 4, .max_depth = 6 });
    recorder *to = recorder_open(path, &head);
    assert_non_null(index);
    assert_non_null(to);
    index_watch(index, true);
    index_report(index, recorder_call, to);
    use(index);
    recorder_tick(to, index_answers(index));
    index_pairs(index, NULL, NULL);
    recorder_tick(to, index_answers(index));
    uint64_t contents = index_contents(index);
    assert_int_equal(recorder_close(to, contents), 0);
    index_destroy(index);
    return contents;
}

typedef struct outcome {
    bool complete, same, cut;
    size_t calls, ticks;
    char complaint[700];
} outcome;

static outcome play(const char *path, size_t method)
{
    outcome seen = { .same = true };
    recording_head head;
    recording *from = recording_open(path, &head);
    assert_non_null(from);
    scene_index *index = index_create(&(index_def){ .method = method, .edges = head.edges });
    assert_non_null(index);
    index_watch(index, true);
    bool more = !recording_complaint(from);
    while (more) {
        record next = recording_next(from);
        more = next.kind == RECORD_CALL || next.kind == RECORD_TICK;
        if (next.kind == RECORD_CALL && !index_do(index, &next.call))
            more = seen.same = false;
        seen.same = seen.same && !(next.kind == RECORD_TICK && next.sum != index_answers(index)) &&
                    !(next.kind == RECORD_END && next.sum != index_contents(index));
        seen.calls += next.kind == RECORD_CALL;
        seen.ticks += next.kind == RECORD_TICK;
        seen.complete = next.kind == RECORD_END;
        seen.cut = next.kind == RECORD_CUT;
    }
    if (recording_complaint(from))
        snprintf(seen.complaint, sizeof seen.complaint, "%s", recording_complaint(from));
    index_destroy(index);
    recording_close(from);
    return seen;
}

static void what_is_written_can_be_done_again_by_every_method(void)
{
    make_record(PATH);
    for (size_t method = 0; method < CONTENDERS; method++) {
        outcome seen = play(PATH, method);
        assert_true(seen.complete && seen.same);
        assert_int_equal(seen.calls, 21);
        assert_int_equal(seen.ticks, 2);
    }
    remove(PATH);
}

static void the_head_comes_back(void)
{
    make_record(PATH);
    recording_head head;
    recording *from = recording_open(PATH, &head);
    assert_null(recording_complaint(from));
    assert_string_equal(head.scene, "test");
    assert_string_equal(head.method, "quadtree");
    assert_int_equal(head.seed, 7);
    assert_int_equal(head.edges, QD_CLOSED);
    assert_int_equal(head.leaf_capacity, 4);
    assert_int_equal(head.max_depth, 6);
    recording_close(from);
    remove(PATH);
}

// The sample is kept: what this program writes is what that one wrote, byte for byte.
static void a_sample_made_elsewhere_is_the_same_and_can_be_done_again(void)
{
    make_record(PATH);
    size_t count, sample_count;
    uint8_t *bytes = read_file(PATH, &count), *sample = read_file(SAMPLE, &sample_count);
    assert_int_equal(count, sample_count);
    assert_memory_equal(bytes, sample, count);
    outcome seen = play(SAMPLE, 0);
    assert_true(seen.complete && seen.same);
    free(bytes);
    free(sample);
    remove(PATH);
}

// Made by a program that knew no other.
static void version_1_can_still_be_done_again(void)
{
    for (size_t method = 0; method < CONTENDERS; method++) {
        outcome seen = play(OLD_SAMPLE, method);
        assert_true(seen.complete && seen.same);
        assert_int_equal(seen.calls, 15);
        assert_int_equal(seen.ticks, 2);
    }
}

static void no_single_changed_bit_goes_unnoticed(void)
{
    size_t count;
    uint8_t *bytes = read_file(SAMPLE, &count);
    for (size_t bit = 0; bit < 8 * count; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        write_file(PATH, bytes, count);
        outcome seen = play(PATH, 0);
        if (seen.complete && seen.same)
            fail_msg("bit %zu of byte %zu may be anything", bit % 8, bit / 8);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    free(bytes);
    remove(PATH);
}

static void no_length_but_the_whole_is_taken(void)
{
    size_t count;
    uint8_t *bytes = read_file(SAMPLE, &count);
    for (size_t length = 0; length < count; length++) {
        write_file(PATH, bytes, length);
        outcome seen = play(PATH, 0);
        assert_false(seen.complete);
        assert_non_null(strstr(seen.complaint, PATH ": "));
    }
    bytes[count] = 'x';
    write_file(PATH, bytes, count + 1);
    outcome seen = play(PATH, 0);
    assert_false(seen.complete);
    assert_non_null(strstr(seen.complaint, "after its end"));
    free(bytes);
    remove(PATH);
}

// Ends of ticks in the sample: whatever follows them is not made known before the next one is whole.
static void what_is_cut_off_is_done_again_by_whole_ticks(void)
{
    static const size_t calls[] = { 0, 20, 21 };
    size_t count, ticks = 0, head = 0, rises[3] = { 0 };
    uint8_t *bytes = read_file(SAMPLE, &count);
    while (memcmp(bytes + head, "\n\n", 2) != 0)
        head++;
    for (size_t length = head + 2; length < count; length++) {
        write_file(PATH, bytes, length);
        outcome seen = play(PATH, 0);
        assert_true(seen.cut && seen.same && seen.ticks <= 2);
        assert_int_equal(seen.calls, calls[seen.ticks]);
        assert_true(seen.ticks == ticks || seen.ticks == ticks + 1);
        if (seen.ticks > ticks)
            rises[++ticks] = length;
        bool between = seen.ticks > 0 && length == rises[ticks];
        assert_int_equal(strstr(seen.complaint, "in the middle of tick") == NULL, between);
    }
    assert_int_equal(ticks, 2);
    assert_int_equal(rises[2] + 17, count); // the end
    free(bytes);
    remove(PATH);
}

static bool there(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

// A record is not the file before it is closed; what is left of one can be done again; one without a tick leaves
// nothing.
static void the_file_stays_until_there_is_a_whole_one(void)
{
    const recording_head head = { .scene = "test", .method = "quadtree" };
    write_file(PATH, (const uint8_t *)"old", 3);
    recorder *first = recorder_open(PATH, &head), *second = recorder_open(PATH, &head);
    assert_true(first && second && there(PATH ".partial") && there(PATH ".partial-2"));
    assert_null(recorder_part(first));
    recorder_drop(second);
    assert_false(there(PATH ".partial-2"));
    recorder_call(first, &(index_call){ .kind = CALL_PAIRS });
    recorder_tick(first, 0);
    assert_string_equal(recorder_part(first), PATH ".partial");
    outcome now = play(PATH ".partial", 0); // while it is written
    assert_true(now.cut && now.ticks == 1 && now.calls == 1);
    assert_int_equal(recorder_leave(first), 0);
    assert_true(play(PATH ".partial", 0).cut);
    remove(PATH ".partial");
    recorder *third = recorder_open(PATH, &head);
    assert_int_equal(recorder_leave(third), 0);
    assert_false(there(PATH ".partial"));
    size_t count;
    uint8_t *bytes = read_file(PATH, &count);
    assert_int_equal(count, 3);
    free(bytes);
    make_record(PATH);
    assert_true(play(PATH, 0).complete && !there(PATH ".partial"));
    remove(PATH);
}

static void broken_heads_are_named(void)
{
    static const char *const heads[][2] = {
        { "", "no recording" },
        { "min_x,min_y\n1,2\n", "no recording" },
        { "quadrille recording 3\nscene a\n", "another version" },
        { "quadrille recording 2\nscene A\nmethod b\n", "no proper name" },
        { "quadrille recording 1\nscene A\nmethod b\n", "no proper name" },
        { "quadrille recording 1\nscene ../x\nmethod b\n", "no proper name" },
        { "quadrille recording 1\nmethod b\n", "'scene ...' is due" },
        { "quadrille recording 1\nscene a\nmethod b\nseed -1\n", "'seed -1'" },
        { "quadrille recording 1\nscene a\nmethod b\nseed 99999999999999999999\n", "no number" },
        { "quadrille recording 1\nscene a\nmethod b\nseed 1\nedges ajar\n", "'edges ajar'" },
        { "quadrille recording 1\nscene a\nmethod b\nseed 1\nedges open\ncapacity 5000\n", "0 to 4096" },
        { "quadrille recording 1\nscene a\nmethod b\nseed 1\nedges open\ncapacity 8\ndepth 25\n", "0 to 24" },
        { "quadrille recording 1\nscene a\nmethod b\nseed 1\nedges open\ncapacity 8\ndepth 6\nmore\n", "empty line" },
        { "quadrille recording 1\nscene a\nmethod b\nseed 1\nedges open\ncapacity 8\ndepth 6\n\n\x63",
          "99 is no call" },
        { "quadrille recording 2\nscene a\nmethod b\nseed 1\nedges open\ncapacity 8\ndepth 6\n\n\x0b",
          "11 is no call" },
        { "quadrille recording 1\nscene a\nmethod b\nseed 1\nedges open\ncapacity 8\ndepth 6\n\n\x0a",
          "10 is no call" },
        { "quadrille recording 1\nscene a\nmethod b\nseed 1\nedges open\ncapacity 8\ndepth 6\n\n\x09", "9 is no call" },
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        write_file(PATH, (const uint8_t *)heads[i][0], strlen(heads[i][0]));
        outcome seen = play(PATH, 0);
        assert_false(seen.complete);
        if (!strstr(seen.complaint, heads[i][1]))
            fail_msg("\"%s\" where \"%s\" was due", seen.complaint, heads[i][1]);
    }
    assert_non_null(strstr(play("nowhere/at.all", 0).complaint, "cannot open"));
    remove(PATH);
}

// Four thousand million boxes are claimed, and none comes.
static void claims_cost_no_memory(void)
{
    static const char text[] = "quadrille recording 1\nscene a\nmethod b\nseed 1\nedges open\ncapacity 0\ndepth 0\n\n";
    uint8_t bytes[sizeof text + 16];
    size_t count = sizeof text - 1;
    memcpy(bytes, text, count);
    memset(bytes + count, 0, 9);
    memset(bytes + count + 9, 0xff, 4);
    bytes[count + 13] = 0x0f;
    write_file(PATH, bytes, count + 14);
    outcome seen = play(PATH, 0);
    assert_false(seen.complete);
    assert_non_null(strstr(seen.complaint, "ends after"));
    remove(PATH);
}

static void every_scene_is_the_same_when_done_again(void)
{
    for (size_t i = 0; scenes[i]; i++) {
        recording_head head = { .scene = "scene", .method = "quadtree" };
        recorder *to = recorder_open(PATH, &head);
        stage_def def = {
            .scene = scenes[i],
            .scene_def = { .count = scenes[i]->count < 300 ? 0 : 300, .seed = 2, .size = -1, .speed = -1 },
            .guest = NO_METHOD,
            .log = recorder_call,
            .log_context = to
        };
        stage on;
        const char *why;
        assert_true(stage_open(&on, &def, &why));
        for (int tick = 0; tick < 40; tick++) {
            assert_true(stage_tick(&on));
            recorder_tick(to, index_answers(on.index));
        }
        assert_int_equal(recorder_close(to, index_contents(on.index)), 0);
        stage_close(&on);
        for (size_t method = 0; method < CONTENDERS; method++) {
            outcome seen = play(PATH, method);
            if (!seen.complete || !seen.same)
                fail_msg("%s by %s: %s", scenes[i]->name, contender_names[method], seen.complaint);
            assert_int_equal(seen.ticks, 40);
        }
    }
    remove(PATH);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        plain_test(what_is_written_can_be_done_again_by_every_method),
        plain_test(the_head_comes_back),
        plain_test(a_sample_made_elsewhere_is_the_same_and_can_be_done_again),
        plain_test(version_1_can_still_be_done_again),
        plain_test(no_single_changed_bit_goes_unnoticed),
        plain_test(no_length_but_the_whole_is_taken),
        plain_test(what_is_cut_off_is_done_again_by_whole_ticks),
        plain_test(the_file_stays_until_there_is_a_whole_one),
        plain_test(broken_heads_are_named),
        plain_test(claims_cost_no_memory),
        plain_test(every_scene_is_the_same_when_done_again),
    };
    if (argc == 3 && strcmp(argv[1], "--make-sample") == 0)
        return (int)(make_record(argv[2]) & 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
