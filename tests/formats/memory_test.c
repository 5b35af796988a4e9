/// Memory that runs out at any moment: the reader says so, and keeps nothing.
#include "read_map.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

// The linker sends the readers' allocations here; expat's own are its own business.
void *__real_malloc(size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *block, size_t size);

static long allowed = -1; // allocations until one fails; below 0: all succeed

static bool fails(void)
{
    return allowed >= 0 && allowed-- == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}

static const char *const whole =
    "<map orientation='isometric' width='2' height='1' tilewidth='10' tileheight='20'><tileset firstgid='1'/>"
    "<tileset firstgid='7'/><layer name='a'><data encoding='csv'>1,2</data></layer><layer><data><tile/><tile/></data>"
    "</layer><layer><data encoding='base64'>AQAAAAIAAAA=</data></layer><layer><data encoding='csv'>"
    "<chunk x='0' y='1' width='1' height='2'>1,2</chunk><chunk x='9' y='1' width='1' "
    "height='1'>1</chunk></data></layer>"
    "<objectgroup><object name='x' type='y'/><object/><object/></objectgroup><imagelayer/></map>";

static void running_out_is_said_and_nothing_stays(void **state)
{
    (void)state;
    tiled_map map;
    format_message message;
    bool good = false;
    long failures = 0;
    for (; !good; failures++) {
        allowed = failures;
        byte_source from;
        source_from_bytes(&from, whole, strlen(whole));
        good = tiled_read(&map, &from, NULL, &message);
        allowed = -1;
        if (!good) {
            assert_int_equal(message.fault, FORMAT_ENVIRONMENT);
            assert_string_equal(message.text, "Cannot allocate memory");
            assert_true(map.layers == NULL && map.layer_count == 0);
        }
    }
    assert_int_equal(map.layer_count, 6);
    assert_int_equal(tiled_count(&map), 2 + 2 + 3 + 3);
    assert_true(failures > 30);
    tiled_free(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(running_out_is_said_and_nothing_stays) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
