// The legend, as a row of swatches that goes on in the next line.
#include "panel_parts.h"

extern "C" {
#include "colors.h"
#include "legend.h"
}

static ImU32 packed(ink_color c)
{
    return IM_COL32(c.red, c.green, c.blue, c.alpha < 120 ? 120 : c.alpha);
}

static void draw_swatch(int shape, ImVec2 at, float extent, ImU32 color)
{
    ImDrawList *list = ImGui::GetWindowDrawList();
    const ImVec2 end(at.x + extent, at.y + extent), middle(at.x + extent / 2, at.y + extent / 2);
    switch (shape) {
    case SHAPE_FRAME:
        list->AddRect(at, end, color, 0, 0, extent / 7);
        break;
    case SHAPE_DIAMOND:
        list->AddQuadFilled(ImVec2(middle.x, at.y), ImVec2(end.x, middle.y), ImVec2(middle.x, end.y),
                            ImVec2(at.x, middle.y), color);
        break;
    case SHAPE_LINE:
        list->AddLine(ImVec2(at.x, end.y), ImVec2(end.x, at.y), color, extent / 7);
        break;
    case SHAPE_TRIANGLE:
        list->AddTriangleFilled(ImVec2(middle.x, at.y), end, ImVec2(at.x, end.y), color);
        break;
    case SHAPE_DISC:
        list->AddCircleFilled(middle, extent / 2, color, 24);
        break;
    case SHAPE_RING:
        list->AddCircle(middle, extent / 2 - 1, color, 24, extent / 7);
        break;
    default:
        list->AddRectFilled(at, end, color);
    }
}

void panel_legend(const demo *show)
{
    scene_sign signs[LEGEND_MOST];
    const size_t count = legend_of(show, signs);
    const float extent = ImGui::GetFontSize() * 0.8f, gap = extent * 0.5f, between = extent;
    float used = 0, room = ImGui::GetContentRegionAvail().x;
    for (size_t i = 0; i < count; i++) {
        const float width = extent + gap + ImGui::CalcTextSize(signs[i].means).x;
        if (i > 0 && used + between + width <= room)
            ImGui::SameLine(0, between);
        else
            used = -between;
        used += between + width;
        ImVec2 at = ImGui::GetCursorScreenPos();
        at.y += (ImGui::GetFontSize() - extent) / 2;
        draw_swatch(signs[i].shape, at, extent, packed(color_of(signs[i].ink)));
        ImGui::Dummy(ImVec2(extent, ImGui::GetFontSize()));
        ImGui::SameLine(0, gap);
        ImGui::TextColored(tones[TONE_QUIET], "%s", signs[i].means);
    }
}
