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
                   "what overlaps a box, lower corner first; inf and\n-inf are allowed"),                              \
        QUERY_QUESTION("circle", circle, 3, "X,Y,R", "what comes within R of a place; R may be inf"),                  \
        QUERY_QUESTION("point", point, 2, "X,Y", "what holds a place"),                                                \
        { .name = "polygon",                                                                                           \
          .kind = OPTION_FLOATS,                                                                                       \
          .offset = offsetof(query_settings, polygon),                                                                 \
          .count = FLOATS_MAX,                                                                                         \
          .fewer = 6,                                                                                                  \
          .doubles = true,                                                                                             \
          .value = "X0,Y0,X1,Y1,X2,Y2,..",                                                                             \
          .help = "what overlaps a convex polygon of 3 to 16 corners,\neither way round" },                            \
        QUERY_QUESTION(                                                                                                \
            "ray", ray, 4, "X,Y,DX,DY",                                                                                \
            "what a ray from X,Y toward DX,DY meets, first hit\nfirst, each as ID,T: it is at X+T*DX,Y+T*DY"),         \
        QUERY_QUESTION("segment", segment, 4, "X0,Y0,X1,Y1", "the same between two places; T goes from 0 to 1"),       \
        { .name = "nearest",                                                                                           \
          .kind = OPTION_FLOATS,                                                                                       \
          .offset = offsetof(query_settings, nearest),                                                                 \
          .count = 4,                                                                                                  \
          .fewer = 2,                                                                                                  \
          .infinite = true,                                                                                            \
          .doubles = true,                                                                                             \
          .value = "X,Y|X0,Y0,X1,Y1",                                                                                  \
          .help = "what is nearest to a place or a box, nearest first, each\nas ID,DISTANCE" },                        \
        { .name = "inside",                                                                                            \
          .kind = OPTION_FLAG,                                                                                         \
          .offset = offsetof(query_settings, inside),                                                                  \
          .help = "not all that overlaps the box, circle, polygon or point:\nonly items that lie wholly inside" },     \
        { .name = "contains",                                                                                          \
          .kind = OPTION_FLAG,                                                                                         \
          .offset = offsetof(query_settings, contains),                                                                \
          .help = "only items that contain it wholly" },                                                               \
        { .name = "questions",                                                                                         \
          .kind = OPTION_TEXT,                                                                                         \
          .offset = offsetof(query_settings, questions.file),                                                          \
          .value = "FILE",                                                                                             \
          .help =                                                                                                      \
              "ask for each box or point of this file what overlaps it;\nwith -k or --within what is nearest to it. "  \
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
          .help = "what names the questions, as --id" },                                                               \
        { .name = "limit",                                                                                             \
          .letter = 'k',                                                                                               \
          .kind = OPTION_INT,                                                                                          \
          .offset = offsetof(query_settings, k),                                                                       \
          .value = "N",                                                                                                \
          .least = 1,                                                                                                  \
          .most = UINT32_MAX,                                                                                          \
          .help = "how many of the nearest (default: 1, with --within all)" },                                         \
        WITHIN_OPTION(query_settings, within,                                                                          \
                      "how far away the nearest may be: no farther than D (with\nopen edges: nearer)"),                \
        { .name = "output",                                                                                            \
          .kind = OPTION_CHOICE,                                                                                       \
          .offset = offsetof(query_settings, print),                                                                   \
          .value = "ids|boxes|rows|ndjson|geojson",                                                                    \
          .choices = query_print_names,                                                                                \
          .help = "print ids (the default); behind each its box as\nMIN_X,MIN_Y,MAX_X,MAX_Y; whole rows of CSV as "    \
                  "they\nstand, below their header; objects of JSON, a line each;\nor GeoJSON, with the columns of "   \
                  "CSV as properties" },                                                                               \
    {                                                                                                                  \
        .name = "json", .letter = 'j', .kind = OPTION_FLAG, .offset = offsetof(query_settings, json),                  \
        .help = "print an object with all that was found, the time and\nwhat it cost"                                  \
    }

#endif
