// The goals of every kind, cell after cell.
#include "goals.h"

void report_goals(output *out, const results *all)
{
    put(out, "\nGoals\n");
    for (size_t i = 0; i < all->count; i++) {
        goals_judge_ratios(out, &all->cells[i]);
        goals_judge_figures(out, all, i);
        goals_judge_growth(out, all, i);
    }
}
