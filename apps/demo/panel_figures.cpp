// What the panel counts: figures of the last tick, a plot of the times, and what the scene and the question say.
#include "panel_parts.h"

#include <cctype>
#include <cstdio>

// At the right of its column; words that are wider are broken.
static void show_cell(const readout_cell &cell)
{
    float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(cell.text).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + (room > 0 ? room : 0));
    ImGui::PushTextWrapPos(room < 0 ? 0.0f : -1.0f);
    ImGui::TextColored(tones[cell.tone], "%s", cell.text);
    ImGui::PopTextWrapPos();
}

static void show_rows(const char *name, const readout_row *rows, size_t count, int values)
{
    if (!ImGui::BeginTable(name, 1 + values, ImGuiTableFlags_SizingStretchSame))
        return;
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, 95 * ImGui::GetFontSize() / 13);
    for (size_t i = 0; i < count; i++) {
        char words[40];
        label_words(rows[i].name, words, sizeof words);
        words[0] = (char)std::toupper(words[0]);
        ImGui::TableNextColumn();
        ImGui::TextColored(tones[TONE_QUIET], "%s", words);
        for (int k = 0; k < values; k++) {
            ImGui::TableNextColumn();
            show_cell(rows[i].cells[k]);
        }
    }
    ImGui::EndTable();
}

static void show_plot(const demo *show)
{
    for (int i = 0; i < show->side_count; i++) {
        const figures *f = &show->sides[i].figures;
        float most = figures_quantile(f, 1);
        int first = f->kept < FIGURES_KEPT ? 0 : (int)f->next;
        char label[64];
        std::snprintf(label, sizeof label, "%s: up to %.2f ms", readout_method(show, i), (double)most);
        ImGui::PushID(i);
        ImGui::PlotLines(
            "##ms", f->ms, (int)f->kept, first, label, 0, 2 * most,
            ImVec2(ImGui::GetContentRegionAvail().x, (show->side_count > 1 ? 2.0f : 3.0f) * ImGui::GetFontSize()));
        ImGui::PopID();
    }
}

static void show_rates(const panel_facts *facts)
{
    char text[80];
    std::snprintf(text, sizeof text, "drawing %.1f ms, %.0f ticks/s, %.0f frames/s", facts->draw_ms,
                  facts->ticks_a_second, facts->frames_a_second);
    ImGui::PushStyleColor(ImGuiCol_Text, tones[TONE_QUIET]);
    ImGui::TextWrapped("%s", text);
    ImGui::PopStyleColor();
}

void panel_figures(const demo *show, const panel_facts *facts)
{
    readout_row rows[READOUT_ROWS + 1] = {};
    size_t count = show->side_count > 1; // then the first row says whose figures they are
    const size_t folded = count + READOUT_FIRST;
    rows[0].name = "";
    for (int i = 0; count > 0 && i < show->side_count; i++) {
        std::snprintf(rows[0].cells[i].text, sizeof rows[0].cells[i].text, "%s", readout_method(show, i));
        rows[0].cells[i].tone = TONE_TITLE;
    }
    count += readout_figures(show, facts->times, rows + count);
    const size_t first = count < folded ? count : folded;
    show_rows("figures", rows, first, show->side_count);
    if (facts->times)
        show_plot(show);
    if (ImGui::TreeNode("More figures")) {
        show_rows("more figures", rows + first, count - first, show->side_count);
        if (facts->times && facts->frames_a_second > 0)
            show_rates(facts);
        ImGui::TreePop();
    }
}

static void show_question(const demo *show)
{
    char text[160];
    for (int i = 0; i < show->side_count; i++)
        if (readout_question(show, i, text, sizeof text))
            ImGui::TextWrapped("%s", text);
}

void panel_counters(const demo *show)
{
    readout_row rows[READOUT_ROWS] = {};
    show_question(show);
    ImGui::Separator();
    show_rows("counters", rows, readout_counters(show, rows), 1);
    if (show->def.scene->help[0])
        ImGui::TextWrapped("%s", show->def.scene->help);
}
