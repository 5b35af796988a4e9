// How the panel's text looks: colours, sizes, and its letters.
#include "panel_parts.h"

#include <cmath>

const ImVec4 tones[TONES] = { ImVec4(1, 1, 1, 1), ImVec4(0.66f, 0.71f, 0.78f, 1), ImVec4(0.35f, 0.85f, 0.55f, 1),
                              ImVec4(1, 0.42f, 0.3f, 1), ImVec4(0.94f, 0.89f, 0.26f, 1) };

void panel_style(float text)
{
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowRounding = style.FrameRounding = style.GrabRounding = 0;
    style.WindowBorderSize = 0;
    style.FramePadding = ImVec2(5, 2);
    style.ItemSpacing = ImVec2(6, 3);
    style.CellPadding = ImVec2(4, 0.5f);
    style.DisabledAlpha = 0.85f;
    style.GrabMinSize = 14;
    style.AntiAliasedFill = style.AntiAliasedLines = false; // plain rectangles are drawn fastest
    const ImVec4 accent(0.34f, 0.71f, 0.91f, 1);
    style.Colors[ImGuiCol_WindowBg] = ImVec4(0.125f, 0.145f, 0.185f, 1);
    style.Colors[ImGuiCol_FrameBg] = ImVec4(0.19f, 0.22f, 0.28f, 1);
    style.Colors[ImGuiCol_Header] = ImVec4(0.19f, 0.25f, 0.34f, 1);
    style.Colors[ImGuiCol_Button] = ImVec4(0.2f, 0.33f, 0.47f, 1);
    // Dark, since the slider's number stands on it in white.
    style.Colors[ImGuiCol_SliderGrab] = ImVec4(0.09f, 0.38f, 0.6f, 1);
    style.Colors[ImGuiCol_SliderGrabActive] = ImVec4(0.62f, 0.29f, 0.03f, 1);
    style.Colors[ImGuiCol_CheckMark] = style.Colors[ImGuiCol_PlotHistogram] = style.Colors[ImGuiCol_PlotLines] = accent;
    style.ScaleAllSizes(text);
    ImGui::GetStyle() = style;
}

// A font's letters, or those that are built in, which are made for 13 pixels. False: it has none, or no memory.
static bool choose_letters(panel *self, bool built_in)
{
    ImFontAtlas *atlas = ImGui::GetIO().Fonts;
    ImFontConfig config;
    config.OversampleH = config.OversampleV = 1;
    config.PixelSnapH = true;
    config.FontDataOwnedByAtlas = false;
    config.SizePixels = std::floor((built_in ? 13.0f : 15.0f) * self->text + 0.5f);
    atlas->Clear();
    ImFont *added = built_in ? atlas->AddFontDefault(&config)
                             : atlas->AddFontFromMemoryTTF(self->typeface->bytes, (int)self->typeface->size,
                                                           config.SizePixels, &config);
    return added && panel_textures_build(self);
}

bool panel_letters(panel *self)
{
    return (self->typeface->bytes && choose_letters(self, false)) || choose_letters(self, true);
}
