// Runs the checks, says which implementations they covered, and fails unless those named as arguments are among them.
#include "lanes_check.h"

#include <simd.h>
#include <stdio.h>

static bool is_there(const char *name)
{
    const qd__simd *simd;
    for (unsigned i = 0; (simd = qd__simd_list(i)) != NULL; i++)
        if (strcmp(simd->name, name) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    int passed = 0, failed = 0;
    const qd__simd *simd;
    for (unsigned i = 0; (simd = qd__simd_list(i)) != NULL; i++)
        printf("implementation: %s\n", simd->name);
    for (int i = 1; i < argc; i++) {
        if (!is_there(argv[i])) {
            printf("not there: %s\n", argv[i]);
            failed++;
        }
    }
    for (const lanes_check *check = lanes_checks; check->name; check++) {
        const char *broken = check->run();
        printf("%s: %s\n", check->name, broken ? broken : "holds");
        *(broken ? &failed : &passed) += 1;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
