// The plane at one step: cells, bounds, boxes with their letters, and what the step is about.
import { fill, inks, outline, worldOf } from '../plane.js';

export const VIEW = [-24, -24, 1048, 1048];
const LETTER = 11; // pixels of the page

function dashed(context, box, color, pixels) {
    context.setLineDash([5 * context.pixel, 4 * context.pixel]);
    outline(context, box, color, pixels);
    context.setLineDash([]);
}

/** Oblique lines through a cell that is skipped. */
function hatch(context, [left, bottom, right, top], color) {
    const step = 9 * context.pixel, side = right - left;
    context.save();
    context.beginPath();
    context.rect(left, bottom, side, top - bottom);
    context.clip();
    context.beginPath();
    for (let at = -side; at < side; at += step) {
        context.moveTo(left + at, bottom);
        context.lineTo(left + at + side, top);
    }
    context.strokeStyle = color;
    context.lineWidth = context.pixel;
    context.globalAlpha = 0.55;
    context.stroke();
    context.restore();
}

function strokes(context, lines, color, pixels) {
    context.strokeStyle = color;
    context.lineWidth = pixels * context.pixel;
    context.beginPath();
    for (const [x, y, toX, toY] of lines) {
        context.moveTo(x, y);
        context.lineTo(toX, toY);
    }
    context.stroke();
}

const cross = (x, y, arm) => [[x - arm, y, x + arm, y], [x, y - arm, x, y + arm]];
const middle = ([left, bottom, right, top]) => [(left + right) / 2, (bottom + top) / 2];

function drawCells(context, { nodes }, ink) {
    const isBelowSkipped = parent => nodes[parent]?.look === 'skipped';
    for (const { cell, look, isLeaf, parent } of nodes) {
        if (isLeaf && look === 'opened') fill(context, cell, ink.blue, 0.13);
        if (isLeaf && look === 'queued') fill(context, cell, ink.blue, 0.06);
        if (look === 'skipped' && !isBelowSkipped(parent)) hatch(context, cell, ink.muted);
    }
    for (const { cell, depth } of nodes) outline(context, cell, ink.muted, depth < 1 ? 1.8 : 0.9);
    for (const { look, bounds, isNow, parent } of nodes)
        if (bounds && !isBelowSkipped(parent) && (isNow || look)) dashed(context, bounds, isNow ? ink.text : ink.muted, isNow ? 1.6 : 0.9);
    for (const { cell, isNow } of nodes) if (isNow) outline(context, cell, ink.text, 3);
}

/** Colours, width and filling of boxes by their look. */
const looks = { '': ['blue', 1.2, 0.16], hand: ['pink', 1.8, 0.4], found: ['orange', 1.8, 0.4], missed: ['muted', 1.2, 0], queued: ['blue', 2.2, 0.34] };

/** How far above a box's upper corner its letter begins: in the box, or outside of it where the cross of its centre would cover the letter. */
export function letterAbove([left, bottom, right, top], arm, isNow, pixel) {
    const inside = 2 * pixel, apart = (isNow ? 5 : 1) * pixel, height = LETTER * pixel;
    const isFree = Math.max(right - left, top - bottom) / 2 >= height + arm * pixel;
    if (isFree) return -inside;
    return top + height + apart <= VIEW[3] ? height + apart : bottom - top - apart;
}

function drawBoxes(context, { boxes }, ink) {
    const { pixel } = context;
    for (const { box, name, look, isNow, isStored } of boxes) {
        const [color, width, alpha] = looks[look];
        fill(context, box, ink[color], isStored ? alpha : 0);
        (isStored ? outline : dashed)(context, box, ink[color], width);
        if (isNow) {
            const apart = 2.5 * pixel;
            outline(context, [box[0] - apart, box[1] - apart, box[2] + apart, box[3] + apart], ink.text, 2);
        }
        const [x, y] = middle(box);
        const arm = look === 'hand' ? 5 : 1.5;
        strokes(context, cross(x, y, arm * pixel), ink.text, look === 'hand' ? 1.8 : 1.4);
        context.save();
        context.translate(box[0] + 2.5 * pixel, box[3] + letterAbove(box, arm, isNow, pixel));
        context.scale(pixel, -pixel);
        context.font = `${isNow ? 700 : 500} ${LETTER}px system-ui, sans-serif`;
        context.textBaseline = 'top';
        context.fillStyle = ink.text;
        context.fillText(name, 0, 0);
        context.restore();
    }
}

/** Draws a frame of a recorder. */
export function drawStep(canvas, frame) {
    const context = worldOf(canvas, VIEW);
    const ink = inks(canvas);
    const { pixel } = context;
    const { window, ghost, point, reach, line, pairs, boxes } = frame;
    drawCells(context, frame, ink);
    if (window) {
        fill(context, window, ink.green, 0.14);
        outline(context, window, ink.green, 2.4);
    }
    drawBoxes(context, frame, ink);
    if (ghost) {
        const { box } = boxes.find(({ look }) => look === 'hand');
        dashed(context, ghost, ink.pink, 1.2);
        strokes(context, [[...middle(box), ...middle(ghost)]], ink.pink, 1.2);
    }
    const byName = number => boxes.find(({ name }) => name === String.fromCharCode(65 + number));
    strokes(context, pairs.map(pair => pair.flatMap(number => middle(byName(number).box))), ink.orange, 3);
    if (!point) return;
    context.beginPath();
    context.arc(...point, reach, 0, 2 * Math.PI);
    context.strokeStyle = ink.green;
    context.lineWidth = 1.6 * pixel;
    context.stroke();
    if (line) strokes(context, [line], ink.text, 1.4);
    strokes(context, cross(...point, 7 * pixel), ink.green, 2.6);
}

/** A frame between two others: boxes and the circle glide, all else is the later one's. */
export function between(from, to, share) {
    const mix = (a, b) => a + (b - a) * share;
    const boxes = to.boxes.map(one => {
        const before = from.boxes.find(({ name }) => name === one.name);
        return before ? { ...one, box: one.box.map((value, i) => mix(before.box[i], value)) } : one;
    });
    return { ...to, boxes, reach: mix(from.reach, to.reach) };
}

export const isGliding = (from, to) => from.reach !== to.reach || to.boxes.some(({ name, box }) => from.boxes.find(one => one.name === name)?.box.some((value, i) => value !== box[i]));

/** The frame in words. */
export function inWords({ nodes, boxes }) {
    const now = [...nodes.filter(({ isNow }) => isNow).map(({ name }) => name), ...boxes.filter(({ isNow }) => isNow).map(({ name }) => `box ${name}`)];
    return `The plane: ${nodes.length} cells, ${boxes.length} boxes${now.length ? `; in this step ${now.join(', ')}` : ''}`;
}
