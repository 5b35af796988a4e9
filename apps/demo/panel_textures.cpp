// How letters become textures. Up to version 1.91 Dear ImGui draws all letters of a font at once, into one texture.
// From 1.92 on it draws each letter when it is first shown, and says in every frame which textures have changed.
#include "panel_parts.h"
#include "panel_versions.h"

// NULL: no memory.
static SDL_Texture *texture_from(SDL_Renderer *renderer, const void *pixels, int width, int height)
{
    SDL_Texture *made = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC, width, height);
    if (made && SDL_UpdateTexture(made, nullptr, pixels, 4 * width) == 0 &&
        SDL_SetTextureBlendMode(made, SDL_BLENDMODE_BLEND) == 0)
        return made;
    if (made)
        SDL_DestroyTexture(made);
    return nullptr;
}

#ifdef IMGUI_HAS_TEXTURES

void panel_textures_begin(panel *)
{
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
}

bool panel_textures_build(panel *)
{
    return true;
}

static void texture_create(const panel *self, ImTextureData *data)
{
    SDL_Texture *made = texture_from(self->renderer, data->GetPixels(), data->Width, data->Height);
    if (!made)
        return;
    data->SetTexID(imgui_id_of(made));
    data->SetStatus(ImTextureStatus_OK);
}

static void texture_update(ImTextureData *data)
{
    for (const ImTextureRect &part : data->Updates) {
        SDL_Rect place = { part.x, part.y, part.w, part.h };
        if (SDL_UpdateTexture(imgui_texture_of(data->TexID), &place, data->GetPixelsAt(part.x, part.y),
                              data->GetPitch()) != 0)
            return;
    }
    data->SetStatus(ImTextureStatus_OK);
}

static void texture_destroy(ImTextureData *data)
{
    if (data->TexID != ImTextureID_Invalid)
        SDL_DestroyTexture(imgui_texture_of(data->TexID));
    data->SetTexID(ImTextureID_Invalid);
    data->SetStatus(ImTextureStatus_Destroyed);
}

bool panel_textures_update(panel *self, const ImDrawData *data)
{
    for (ImTextureData *one : *data->Textures) {
        if (one->Status == ImTextureStatus_WantCreate)
            texture_create(self, one);
        else if (one->Status == ImTextureStatus_WantUpdates)
            texture_update(one);
        else if (one->Status == ImTextureStatus_WantDestroy)
            texture_destroy(one);
        if (one->Status != ImTextureStatus_OK && one->Status != ImTextureStatus_Destroyed)
            return false;
    }
    return true;
}

void panel_textures_end(panel *)
{
    for (ImTextureData *one : ImGui::GetPlatformIO().Textures)
        texture_destroy(one);
}

#else

void panel_textures_begin(panel *)
{
}

bool panel_textures_build(panel *self)
{
    ImFontAtlas *atlas = ImGui::GetIO().Fonts;
    unsigned char *pixels = nullptr;
    int width = 0, height = 0;
    atlas->GetTexDataAsRGBA32(&pixels, &width, &height);
    SDL_Texture *letters = pixels ? texture_from(self->renderer, pixels, width, height) : nullptr;
    if (!letters)
        return false;
    panel_textures_end(self);
    self->letters = letters;
    atlas->SetTexID(imgui_id_of(letters));
    return true;
}

bool panel_textures_update(panel *, const ImDrawData *)
{
    return true;
}

void panel_textures_end(panel *self)
{
    if (self->letters)
        SDL_DestroyTexture(self->letters);
    self->letters = nullptr;
}

#endif
