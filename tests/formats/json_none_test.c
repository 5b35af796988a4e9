/// Without yajl, reading JSON says what is missing.
#include <json_tree.h>
#include <stdint.h>
#include <unit.h>

static const char *const said = "JSON cannot be read: this program was built without yajl (Debian: libyajl-dev)";

static void json_cannot_be_read(void)
{
    byte_source from;
    source_from_bytes(&from, "[1]", 3);
    format_message message;
    assert_null(json_read(&from, &(uint64_t){ 0 }, &message));
    assert_string_equal(message.text, said);
    assert_null(json_open(&from, 1, &message));
    assert_string_equal(message.text, said);
    assert_int_equal(json_kind_of(NULL), JSON_END);
    json_free(NULL);
    json_close(NULL);
}

tests_main(plain_test(json_cannot_be_read))
