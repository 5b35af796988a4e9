// Mapped where that is possible, otherwise read into memory.
#include "index_file.h"

#include <errno.h>
#include <quadrille/snapshot.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

// All bytes, into memory: they are packed, or come from a pipe.
static bool read_bytes(index_file *index, byte_source *from)
{
    size_t room = 0, size = 0;
    unsigned char *bytes = NULL;
    do {
        const size_t larger = room > 0 ? room * 2 : 1 << 20;
        bool good = room <= SIZE_MAX / 4 &&
                    limit_claim(from->limit, larger, &from->message, 0, "room for %zu MB of an index", larger >> 20);
        unsigned char *grown = good ? aligned_alloc(QD_ALIGNMENT, larger) : NULL;
        if (grown != NULL && size > 0)
            memcpy(grown, bytes, size);
        free(bytes);
        limit_give(from->limit, room);
        bytes = grown;
        room = larger;
        size += bytes != NULL ? source_read(from, bytes + size, room - size) : 0;
    } while (bytes != NULL && size == room);
    index->bytes = bytes;
    index->size = size;
    return bytes != NULL && !source_failed(from);
}

static bool get_bytes(index_file *index, byte_source *from)
{
    struct stat about;
    FILE *file = from->file;
    if (file != stdin && !source_is_packed(from) && fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) &&
        about.st_size > 0 && (uintmax_t)about.st_size <= SIZE_MAX) {
        void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, fileno(file), 0);
        if (bytes != MAP_FAILED) {
            index->bytes = bytes;
            index->size = (size_t)about.st_size;
            index->mapped = true;
            return true;
        }
    }
    return read_bytes(index, from);
}

// Why bytes are not a snapshot. The version is the number after the magic: see docs/format.md.
static const char *what_is_wrong(const index_file *index)
{
    static const char *const older[] = {
        "this index was written by an older version of quadrille (format 1)" INDEX_REMEDY,
        "this index was written by an older version of quadrille (format 2)" INDEX_REMEDY,
        "this index was written by an older version of quadrille (format 3)" INDEX_REMEDY,
        "this index was written by an older version of quadrille (format 4)" INDEX_REMEDY,
    };
    const unsigned char *bytes = index->bytes;
    for (size_t version = 1; version <= sizeof older / sizeof *older; version++) {
        const unsigned char number[] = { (unsigned char)version, 0, 0, 0 };
        if (index->size >= 8 + sizeof number && qd_snapshot_starts(bytes, index->size) &&
            memcmp(bytes + 8, number, sizeof number) == 0)
            return older[version - 1];
    }
    return "this index is cut off, damaged, or from another version" INDEX_REMEDY;
}

qd_result index_file_tree(const index_file *index, const qd_tree_def *def, qd_tree **tree)
{
    qd_result result = qd_tree_map(index->bytes, index->size, def, tree);
    return result == QD_BYTE_ORDER ? qd_tree_load(index->bytes, index->size, def, tree) : result;
}

const char *index_file_read(index_file *index, byte_source *from)
{
    if (!get_bytes(index, from))
        return source_failed(from) ? from->message.text : strerror(ENOMEM);
    qd_result result = index_file_tree(index, NULL, &index->tree);
    if (result == QD_BAD_DATA)
        return what_is_wrong(index);
    if (result != QD_OK)
        return strerror(ENOMEM);
    qd_tree_def def;
    qd_tree_get_def(index->tree, &def);
    index->precision = def.precision;
    index->edges = (int)def.edges;
    index->capacity = def.leaf_capacity;
    index->depth = def.max_depth;
    return NULL;
}

void index_file_free(index_file *index)
{
    if (index == NULL)
        return;
    qd_tree_destroy(index->tree);
    if (index->mapped)
        munmap(index->bytes, index->size);
    else
        free(index->bytes);
    free(index);
}
