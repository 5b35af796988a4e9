/// @file query_options.h
/// The options of a question, or of a file of them, for a query_settings at the beginning of the settings.
#ifndef QUADRILLE_QUERY_QUERY_OPTIONS_H
#define QUADRILLE_QUERY_QUERY_OPTIONS_H

#include "query_parts.h"

extern const char *const query_print_names[];

#define QUERY_QUESTION(option_name, member, numbers, shown, text)                                                      \
    {                                                                                                                  \
        .name = option_name, .kind = OPTION_FLOATS, .offset = offsetof(query_settings, member), .count = numbers,      \
        .infinite = true, .doubles = true, .value = shown, .help = text                                                \
    }

#define QUERY_OPTIONS                                                                                                  \
    QUERY_QUESTION("box", box, 4, "X0,Y0,X1,Y1",                                                                       \
                   "items that overlap a box, lower corner first; inf and\n-inf are allowed"),                         \
        QUERY_QUESTION("circle", circle, 3, "X,Y,R", "items within R of a place; R may be inf"),                       \
        QUERY_QUESTION("point", point, 2, "X,Y", "items that contain a place"),                                        \
        { .name = "polygon",                                                                                           \
          .kind = OPTION_FLOATS,                                                                                       \
          .offset = offsetof(query_settings, polygon),                                                                 \
          .count = FLOATS_MAX,                                                                                         \
          .fewer = 6,                                                                                                  \
          .doubles = true,                                                                                             \
          .value = "X0,Y0,X1,Y1,X2,Y2,..",                                                                             \
          .help = "items that overlap a convex polygon of 3 to 16 corners,\neither way round" },                       \
        QUERY_QUESTION(                                                                                                \
            "ray", ray, 4, "X,Y,DX,DY",                                                                                \
            "items that a ray from X,Y toward DX,DY meets, first hit\nfirst, as ID,T: the hit is at X+T*DX,Y+T*DY"),   \
        QUERY_QUESTION("segment", segment, 4, "X0,Y0,X1,Y1", "the same between two places; T goes from 0 to 1"),       \
        { .name = "nearest",                                                                                           \
          .kind = OPTION_FLOATS,                                                                                       \
          .offset = offsetof(query_settings, nearest),                                                                 \
          .count = 4,                                                                                                  \
          .fewer = 2,                                                                                                  \
          .infinite = true,                                                                                            \
          .doubles = true,                                                                                             \
          .value = "X,Y|X0,Y0,X1,Y1",                                                                                  \
          .help = "items nearest to a place or a box, nearest first, as\nID,DISTANCE" },                               \
        { .name = "inside",                                                                                            \
          .kind = OPTION_FLAG,                                                                                         \
          .offset = offsetof(query_settings, inside),                                                                  \
          .help = "only items that lie wholly inside the box, circle, polygon\nor point" },                            \
        { .name = "contains",                                                                                          \
          .kind = OPTION_FLAG,                                                                                         \
          .offset = offsetof(query_settings, contains),                                                                \
          .help = "only items that contain it wholly" },                                                               \
        { .name = "questions",                                                                                         \
          .kind = OPTION_TEXT,                                                                                         \
          .offset = offsetof(query_settings, questions.file),                                                          \
          .value = "FILE",                                                                                             \
          .help =                                                                                                      \
              "find the items that overlap each box or point of this\nfile; with -k or --within, the nearest items. "  \
              "Lines begin\nwith the ID of the question" },                                                            \
        { .name = "columns-q",                                                                                         \
          .kind = OPTION_TEXT,                                                                                         \
          .offset = offsetof(query_settings, questions.columns),                                                       \
          .value = "NAMES",                                                                                            \
          .help = "the columns of the questions, as --columns" },                                                      \
        { .name = "id-q",                                                                                              \
          .kind = OPTION_TEXT,                                                                                         \
          .offset = offsetof(query_settings, questions.id),                                                            \
          .value = "NAME",                                                                                             \
          .help = "the column or property that names the questions, as --id" },                                        \
        { .name = "limit",                                                                                             \
          .letter = 'k',                                                                                               \
          .kind = OPTION_INT,                                                                                          \
          .offset = offsetof(query_settings, k),                                                                       \
          .value = "N",                                                                                                \
          .least = 1,                                                                                                  \
          .most = UINT32_MAX,                                                                                          \
          .help = "number of nearest items (default: 1, with --within all)" },                                         \
        WITHIN_OPTION(query_settings, within,                                                                          \
                      "largest distance of the nearest: at most D (with open\nedges: less than D)"),                   \
        { .name = "output",                                                                                            \
          .kind = OPTION_CHOICE,                                                                                       \
          .offset = offsetof(query_settings, print),                                                                   \
          .value = "ids|boxes|rows|ndjson|geojson",                                                                    \
          .choices = query_print_names,                                                                                \
          .help = "print ids (the default); ids with boxes as\nMIN_X,MIN_Y,MAX_X,MAX_Y; unchanged rows of CSV below\n" \
                  "their header; JSON objects, a line each; or GeoJSON, with\nthe columns of CSV as properties" },     \
    {                                                                                                                  \
        .name = "json", .letter = 'j', .kind = OPTION_FLAG, .offset = offsetof(query_settings, json),                  \
        .help = "print a JSON object with the answers, the time and the\ncost"                                         \
    }

#endif
