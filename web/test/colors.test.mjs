// Colours on light ground: what collides, and text, stand out from it as the guidelines for readable text ask (WCAG 2.2, 4.5 to 1).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { paletteFor } from '../src/palette.js';

const LEAST = 4.5;
const HIT = 2; // enum ink of lab/scenes/drawing.h
const SHOT = 13;

function luminance(bytes) {
    const [red, green, blue] = bytes.map(byte => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
    const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
}

test('what collides stands out from paper', () => {
    const { colors } = paletteFor(false, { colors: new Uint8Array(1024).fill(255), widths: new Uint8Array(256) });
    const of = ink => [...colors.subarray(4 * ink, 4 * ink + 3)];
    for (const ink of [HIT, SHOT]) assert.ok(contrast(of(ink), of(0)) >= LEAST, `${ink}: ${contrast(of(ink), of(0)).toFixed(2)}`);
});

test('and from the deepest tint of a cell', () => {
    const deepest = [240, 225, 70, 47]; // INK_TINT + TINTS - 1 of apps/demo/colors.c
    const all = new Uint8Array(1024).fill(255);
    all.set(deepest, 4 * 200);
    const { colors } = paletteFor(false, { colors: all, widths: new Uint8Array(256) });
    const alpha = colors[4 * 200 + 3] / 255;
    const under = [0, 1, 2].map(k => (1 - alpha) * colors[k] + alpha * colors[4 * 200 + k]);
    const hit = [...colors.subarray(4 * HIT, 4 * HIT + 3)];
    assert.ok(contrast(hit, under) >= LEAST, contrast(hit, under).toFixed(2));
});

test('text in colours stands out from the light page', () => {
    const style = readFileSync(new URL('../style.css', import.meta.url), 'utf8').match(/:root\[data-theme=light\] \{([^}]*)\}/)[1];
    const of = name => style.match(new RegExp(`--${name}: #(\\w{6})`))[1].match(/../g).map(pair => parseInt(pair, 16));
    for (const name of ['text', 'muted', 'blue', 'orange', 'green', 'red', 'pink'])
        for (const ground of ['ground', 'sheet', 'raised'])
            assert.ok(contrast(of(name), of(ground)) >= LEAST, `${name} on ${ground}: ${contrast(of(name), of(ground)).toFixed(2)}`);
});
