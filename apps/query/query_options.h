/// The options of a question, or of a file of them, for a query_settings at the beginning of the settings.
#ifndef QUADRILLE_QUERY_QUERY_OPTIONS_H
#define QUADRILLE_QUERY_QUERY_OPTIONS_H

#include "query_parts.h"

extern const char *const query_print_names[];

#define QUERY_QUESTION(option_name, member, numbers, shown, text)                                                      \
    {                                                                                                                  \
        OPTION(option_name, 0, query_settings, member), TAKES_FLOATS(shown, numbers), .infinite = true,                \
                                                                                      .doubles = true, .help = text    \
    }

#define QUERY_OPTIONS                                                                                                  \
    QUERY_QUESTION("box", box, 4, "X0,Y0,X1,Y1",                                                                       \
                   "items that overlap a box, lower corner first; inf and\n-inf are allowed"),                         \
        QUERY_QUESTION("circle", circle, 3, "X,Y,R", "items within R of a place; R may be inf"),                       \
        QUERY_QUESTION("point", point, 2, "X,Y", "items that contain a place"),                                        \
        { OPTION("polygon", 0, query_settings, polygon), TAKES_FLOATS("X0,Y0,X1,Y1,X2,Y2,..", FLOATS_MAX), .fewer = 6, \
          .doubles = true, .help = "items that overlap a convex polygon of 3 to 16 corners,\neither way round" },      \
        QUERY_QUESTION(                                                                                                \
            "ray", ray, 4, "X,Y,DX,DY",                                                                                \
            "items that a ray from X,Y toward DX,DY meets, first hit\nfirst, as ID,T: the hit is at X+T*DX,Y+T*DY"),   \
        QUERY_QUESTION("segment", segment, 4, "X0,Y0,X1,Y1", "the same between two places; T goes from 0 to 1"),       \
        { OPTION("nearest", 0, query_settings, nearest),                                                               \
          TAKES_FLOATS("X,Y|X0,Y0,X1,Y1", 4),                                                                          \
          .fewer = 2,                                                                                                  \
          .infinite = true,                                                                                            \
          .doubles = true,                                                                                             \
          .help = "items nearest to a place or a box, nearest first, as\nID,DISTANCE" },                               \
        { OPTION("inside", 0, query_settings, inside), TAKES_NOTHING,                                                  \
          .help = "only items that lie wholly inside the box, circle, polygon\nor point" },                            \
        { OPTION("contains", 0, query_settings, contains), TAKES_NOTHING,                                              \
          .help = "only items that contain it wholly" },                                                               \
        { OPTION("questions", 0, query_settings, questions.file), TAKES_TEXT("FILE"),                                  \
          .help =                                                                                                      \
              "find the items that overlap each box or point of this\nfile; with -k or --within, the nearest items. "  \
              "Lines begin\nwith the ID of the question" },                                                            \
        { OPTION("columns-q", 0, query_settings, questions.columns), TAKES_TEXT("NAMES"),                              \
          .help = "the columns of the questions, as --columns" },                                                      \
        { OPTION("id-q", 0, query_settings, questions.id), TAKES_TEXT("NAME"),                                         \
          .help = "the column or property that names the questions, as --id" },                                        \
        { OPTION("limit", 'k', query_settings, k), TAKES_INT("N", 1, UINT32_MAX),                                      \
          .help = "number of nearest items (default: 1, with --within all)" },                                         \
        WITHIN_OPTION(query_settings, within,                                                                          \
                      "largest distance of the nearest: at most D (with open\nedges: less than D)"),                   \
        { OPTION("output", 0, query_settings, print),                                                                  \
          TAKES_CHOICE("ids|boxes|rows|ndjson|geojson", query_print_names),                                            \
          .help = "print ids (the default); ids with boxes as\nMIN_X,MIN_Y,MAX_X,MAX_Y; unchanged rows of CSV below\n" \
                  "their header; JSON objects, a line each; or GeoJSON, with\nthe columns of CSV as properties" },     \
    {                                                                                                                  \
        OPTION("json", 'j', query_settings, json), TAKES_NOTHING,                                                      \
            .help = "print a JSON object with the answers, the time and the\ncost"                                     \
    }

#endif
