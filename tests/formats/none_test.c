/// Without expat, whoever opens a map or a configuration is told what is missing.
#include <config.h>
#include <tiled.h>
#include <unit.h>

static const char *const said = "XML cannot be read: this program was built without expat (Debian: libexpat1-dev)";

static bool take(void *context, const config_entry *entry, format_message *message)
{
    (void)context;
    (void)entry;
    (void)message;
    return true;
}

static void maps_and_configurations_cannot_be_read(void)
{
    byte_source from;
    source_from_bytes(&from, "<map/>", 6);
    const config_known known = { NULL, NULL, NULL };
    tiled_map map;
    format_message message;
    assert_false(tiled_read(&map, &from, NULL, &message));
    assert_string_equal(message.text, said);
    assert_false(config_read(&from, &known, take, NULL, &message));
    assert_string_equal(message.text, said);
    tiled_free(&map);
}

tests_main(plain_test(maps_and_configurations_cannot_be_read))
