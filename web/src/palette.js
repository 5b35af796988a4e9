// Colours of inks on dark ground, which come from the C code, and on paper, which are made from them.

// Inks of scenes (lab/scenes/drawing.h): those that mean something, and the shades of a picture; overlays follow.
const INKS = 18;
const SHADES = 64;
const FAINT = 48; // opacity of tints, at most

/** Scenes on paper, in the order of enum ink: as far apart for all kinds of colour vision as those on dark ground. */
const onPaper = ['#fbfaf6', '#2b83ba', '#b34800', '#8d96a3', '#4a5360', '#b38600', '#b2559a', '#00855f', '#b5763c', '#0072b2',
    '#dcc793', '#7c7e87', '#ffcc3c88', '#c92a17', '#111827', '#16964a', '#008fa0', '#ffcc3c40'];

function bytesOf(hex) {
    const all = hex.slice(1).match(/../g).map(pair => parseInt(pair, 16));
    return all.length === 4 ? all : [...all, 255];
}

/** A colour for dark ground made as dark on paper as it was bright. What is faint on it becomes fainter: orange stands out from each tint. */
function darkened([red, green, blue, alpha]) {
    const most = Math.max(red, green, blue);
    const least = Math.min(red, green, blue);
    if (most - least < 40) return [255 - red, 255 - green, 255 - blue, alpha];
    const share = Math.min(1, 150 / most);
    return [red * share, green * share, blue * share, alpha < FAINT ? 0.7 * alpha : Math.min(255, alpha * 1.2)].map(Math.round);
}

const share = bytes => [...bytes].slice(0, 3).map(byte => byte / 255).concat(1);

/** The palette for light or dark pages: as GlPaint takes it. */
export function paletteFor(dark, { colors, widths }) {
    if (dark) return { colors, widths, ground: share(colors), dark: share([8, 10, 14]) };
    const light = colors.slice();
    for (let i = 0; i < 256; i++) {
        const old = colors.subarray(4 * i, 4 * i + 4);
        if (old[3] > 0) light.set(i < INKS ? bytesOf(onPaper[i]) : i < INKS + SHADES ? old : darkened(old), 4 * i);
    }
    return { colors: light, widths, ground: share(light), dark: share([236, 232, 222]) };
}

export const css = (colors, ink) => `rgb(${colors.slice(4 * ink, 4 * ink + 3).join(' ')})`;
