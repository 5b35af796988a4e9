// What interface.sh makes a program of that prints the rows of layout.txt.
#include <quadrille/gravity.h>
#include <quadrille/image.h>
#include <quadrille/oracle.h>
#include <quadrille/quadrille.h>
#include <quadrille/threads.h>
#include <stddef.h>
#include <stdio.h>

#define PRINT_SIZE(type) printf("\nSIZE(%s, %zu)\n", #type, sizeof(type))
#define PRINT_FIELD(type, field)                                                                                       \
    printf("FIELD(%s, %s, %zu, %zu)\n", #type, #field, offsetof(type, field), sizeof((type *)0)->field)
#define PRINT_VALUE(name) printf("VALUE(%s, %lld)\n", #name, (long long)(name))
