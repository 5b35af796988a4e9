// The calls about which items: each looks at all of them.
#include "question.h"

#include <string.h>

qd_result qd_oracle_check_query(const qd_oracle *oracle, const qd_query *query)
{
    qd__oracle_question question;
    return qd__oracle_question_of(oracle, query, &question) ? QD_OK : QD_BAD_VALUE;
}

size_t qd_oracle_find(const qd_oracle *oracle, const qd_query *query, qd_entry *out, size_t capacity, size_t *total)
{
    qd__oracle_question question;
    size_t count = 0;
    const bool good = qd__oracle_question_of(oracle, query, &question);
    for (size_t slot = 0; good && slot < oracle->slots; slot++) {
        if (!qd__oracle_answers(oracle, &question, &oracle->entries[slot]))
            continue;
        if (count < capacity)
            out[count] = qd__oracle_told_entry(&oracle->entries[slot]);
        count++;
    }
    if (total)
        *total = count;
    return count < capacity ? count : capacity;
}

size_t qd_oracle_count(const qd_oracle *oracle, const qd_query *query)
{
    size_t total = oracle->count;
    if (query)
        qd_oracle_find(oracle, query, NULL, 0, &total);
    return total;
}

void qd_oracle_total(const qd_oracle *oracle, const qd_query *query, qd_total *total)
{
    qd__oracle_question question;
    uint64_t sum = 0;
    *total = (qd_total){ 0, 0, INT64_MAX, INT64_MIN };
    const bool good = qd__oracle_question_of(oracle, query, &question);
    for (size_t slot = 0; good && slot < oracle->slots; slot++) {
        const qd__oracle_entry *entry = &oracle->entries[slot];
        const int64_t value = entry->item.value;
        if (!qd__oracle_answers(oracle, &question, entry))
            continue;
        total->count++;
        sum += (uint64_t)value;
        total->least = value < total->least ? value : total->least;
        total->greatest = value > total->greatest ? value : total->greatest;
    }
    memcpy(&total->sum, &sum, sizeof sum);
}
