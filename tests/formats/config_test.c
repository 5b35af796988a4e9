/// Configurations: every setting in order, and what nobody knows.
#include <config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

static const config_known known[] = {
    { "config/collision/quadtree", "capacity", NULL },
    { "config/collision/quadtree", "depth", NULL },
    { "config/window", "title", NULL },
    { "config/app/name", NULL, NULL },
    { "config/app/name", "language", NULL },
    { NULL, NULL, NULL },
};

typedef struct log {
    char text[512];
    bool refuse;
} log;

static bool take(void *context, const config_entry *entry, format_message *message)
{
    log *l = context;
    size_t used = strlen(l->text);
    snprintf(l->text + used, sizeof l->text - used, "%zu %s %s=%s;", entry->line,
             entry->known != NULL ? entry->known->path : "option", entry->name, entry->value);
    return !l->refuse || format_fail(message, entry->line, "refused");
}

static bool read(const char *text, size_t length, log *l, format_message *message)
{
    byte_source from;
    source_from_bytes(&from, text, length);
    l->text[0] = 0;
    return config_read(&from, known, take, l, message);
}

static void assert_settings(const char *text, const char *settings)
{
    log l = { "", false };
    format_message message;
    if (!read(text, strlen(text), &l, &message))
        fail_msg("%zu: %s", message.line, message.text);
    assert_string_equal(l.text, settings);
}

static void assert_wrong(const char *text, size_t line, const char *said)
{
    log l = { "", false };
    format_message message;
    assert_false(read(text, strlen(text), &l, &message));
    assert_string_equal(message.text, said);
    assert_int_equal(message.line, line);
}

static void settings_come_in_order(void)
{
    assert_settings("<config/>", "");
    assert_settings("<config><collision/><window/></config>", "");
    assert_settings("<config><collision><quadtree capacity=\"4\" depth=\"6\"/></collision></config>",
                    "1 config/collision/quadtree capacity=4;1 config/collision/quadtree depth=6;");
    assert_settings("<?xml version='1.0'?>\n<config>\n <option name='a' value='1'/> <!-- no more -->\n"
                    " <window title='x &amp; y'></window>\n <option value='' name='b'/>\n</config>\n",
                    "3 option a=1;4 config/window title=x & y;5 option b=;");
}

static void texts_of_elements_are_settings(void)
{
    assert_settings("<config>\n<app>\n<name language='de'>\n B\xc3\xa4ume &amp; more\n\n</name></app></config>",
                    "3 config/app/name language=de;3 config/app/name name=B\xc3\xa4ume & more;");
    assert_settings("<config><app><name>a <!-- and --> b</name><name/></app></config>",
                    "1 config/app/name name=a  b;1 config/app/name name=;");
    assert_wrong("<config><app>\n<name>a</name>b</app></config>", 2, "text between the elements");
    assert_wrong("<config><app><name>a<b/></name></app></config>", 1, "unknown element <b>");
    char text[CONFIG_TEXT_MAX + 100], name[CONFIG_TEXT_MAX + 2];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    snprintf(text, sizeof text, "<config><app>\n<name>\n%s</name></app></config>", name);
    assert_wrong(text, 2, "more than 1000 bytes of text in one element");
    name[sizeof name - 2] = 0;
    snprintf(text, sizeof text, "<config><app>\n<name>\n%s</name></app></config>", name);
    log l = { "", false };
    format_message message;
    assert_true(read(text, strlen(text), &l, &message));
}

static void what_nobody_knows_is_wrong(void)
{
    assert_wrong("<settings/>", 1, "not a configuration: it begins with <settings>");
    assert_wrong("<config>\n<colision/></config>", 2, "unknown element <colision>");
    assert_wrong("<config><quadtree/></config>", 1, "unknown element <quadtree>");
    assert_wrong("<config><collision><quadtree><quadtree/></quadtree></collision></config>", 1,
                 "unknown element <quadtree>");
    assert_wrong("<config><coll/></config>", 1, "unknown element <coll>");
    assert_wrong("<config><config/></config>", 1, "unknown element <config>");
    assert_wrong("<config x='1'/>", 1, "unknown attribute 'x' of <config>");
    assert_wrong("<config><collision capacity='1'/></config>", 1, "unknown attribute 'capacity' of <collision>");
    assert_wrong("<config><window title='' size='3'/></config>", 1, "unknown attribute 'size' of <window>");
    assert_wrong("<config><option name='a'/></config>", 1, "<option> has no value");
    assert_wrong("<config><option value='a'/></config>", 1, "<option> has no name");
    assert_wrong("<config><option name='a' value='a' x='2'/></config>", 1, "unknown attribute 'x' of <option>");
    assert_wrong("<config><option name='a' value='a'><b/></option></config>", 1, "unknown element <b>");
    assert_wrong("<config>\nseed = 7\n</config>", 2, "text between the elements");
    assert_wrong("<config><option name='a' value='1' name='b'/></config>", 1, "not XML: duplicate attribute");
}

static void a_long_name_is_unknown_too(void)
{
    char text[4096], name[2001] = "";
    memset(name, 'x', sizeof name - 1);
    snprintf(text, sizeof text, "<config><%s/></config>", name);
    log l = { "", false };
    format_message message;
    assert_false(read(text, strlen(text), &l, &message));
    assert_int_equal(strncmp(message.text, "unknown element <xxxx", 21), 0);
}

static void who_takes_settings_may_refuse_one(void)
{
    log l = { "", true };
    format_message message;
    const char *text = "<config>\n<option name='a' value='1'/><option name='b' value='1'/></config>";
    assert_false(read(text, strlen(text), &l, &message));
    assert_string_equal(message.text, "refused");
    assert_int_equal(message.line, 2);
    assert_string_equal(l.text, "2 option a=1;");
}

static void cut_short_anywhere_it_is_wrong(void)
{
    const char *text = "<?xml version='1.0'?><config><collision><quadtree capacity='4'/></collision>"
                       "<option name='a' value='1'/></config>";
    for (size_t length = 0; length < strlen(text); length++) {
        char *part = malloc(length + 1); // no more than that, so that reading beyond it is noticed
        memcpy(part, text, length);
        log l = { "", false };
        format_message message;
        assert_false(read(part, length, &l, &message));
        free(part);
    }
}

tests_main(plain_test(settings_come_in_order), plain_test(texts_of_elements_are_settings),
           plain_test(what_nobody_knows_is_wrong), plain_test(a_long_name_is_unknown_too),
           plain_test(who_takes_settings_may_refuse_one), plain_test(cut_short_anywhere_it_is_wrong))
