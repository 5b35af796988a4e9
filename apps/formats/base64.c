// Four letters of six bits make three bytes; `=` fills up the last four.
#include "base64.h"
#include "blank.h"

static int value_of(char letter)
{
    if (letter >= 'A' && letter <= 'Z')
        return letter - 'A';
    if (letter >= 'a' && letter <= 'z')
        return letter - 'a' + 26;
    if (letter >= '0' && letter <= '9')
        return letter - '0' + 52;
    return letter == '+' ? 62 : letter == '/' ? 63 : -1;
}

bool base64_decode(char *text, size_t length, size_t *decoded)
{
    size_t letters = 0, fillers = 0, size = 0;
    unsigned bits = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (is_blank(c))
            continue;
        int value = c == '=' ? 0 : value_of(c);
        fillers += c == '=';
        if (value < 0 || (fillers > 0 && c != '='))
            return false;
        bits = bits << 6 | (unsigned)value;
        if (++letters % 4 != 0)
            continue;
        if (fillers > 2)
            return false;
        for (size_t byte = 0; byte < 3 - fillers; byte++)
            text[size++] = (char)(bits >> (16 - 8 * byte) & 0xff);
        bits = 0;
    }
    *decoded = size;
    return letters % 4 == 0;
}
