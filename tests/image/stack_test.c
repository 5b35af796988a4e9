// How much stack the codec takes: the bytes that a thread has written to on a stack of ours, beside one that does
// nothing.
#include "pictures.h"
#include "support.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { STACK = 1 << 18, MOST = 16384, ROOM = 1 << 20 };

// What a thread does, with memory that is there before.
struct job {
    qd_image_size size;
    uint8_t *pixels, *bytes;
    size_t wanted, used; // 0: by quality
    bool decodes;
    qd_result result;
};

static void *nothing(void *job)
{
    return job;
}

static void *work(void *context)
{
    struct job *job = context;
    if (job->decodes)
        job->result = qd_image_decode(job->bytes, job->used, NULL, job->pixels, picture_bytes(&job->size));
    else
        job->result = qd_image_encode(&job->size, job->pixels, &(qd_image_def){ .bytes = job->wanted }, job->bytes,
                                      ROOM, &job->used);
    return NULL;
}

static size_t stack_of(void *(*function)(void *), struct job *job)
{
    uint8_t *stack = aligned_alloc(4096, STACK);
    pthread_attr_t attributes;
    pthread_t thread;
    assert_non_null(stack);
    memset(stack, 0xa5, STACK);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, function, job), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    size_t untouched = 0;
    while (untouched < STACK && stack[untouched] == 0xa5)
        untouched++;
    free(stack);
    return STACK - untouched;
}

static void the_stack_stays_small(void)
{
    static const qd_image_size sizes[] = { { 200, 300, 4 }, { 70000, 3, 3 }, { 1, 140000, 1 } };
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct job job = { .size = sizes[k], .pixels = picture_make(&sizes[k], PICTURE_SCENE), .bytes = malloc(ROOM) };
        assert_true(job.pixels && job.bytes);
        const size_t least = stack_of(nothing, &job);
        for (int way = 0; way < 3; way++) { // to a quality, to a size, and back
            job.wanted = way == 1 ? 9000 : 0;
            job.decodes = way == 2;
            const size_t taken = stack_of(work, &job) - least;
            assert_int_equal(job.result, QD_OK);
            assert_in_range(taken, 1000, MOST);
        }
        free(job.pixels);
        free(job.bytes);
    }
}

tests_main(plain_test(the_stack_stays_small))
