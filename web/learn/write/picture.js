// The picture beside a section: cells and boxes of a frame that the worker sent.
import { fill, inks, outline, worldOf } from '../plane.js';

const VIEW = [-120, -120, 1180, 1180]; // boxes reach out of the world, which is from 0 to 1024
const CELL = 9; // numbers of a node: middle, half, depth, bounds, leaf or not

/** Kinds of boxes: not there, there, found, wrong. */
const looks = [null, ['blue', 1, 0.12], ['orange', 1.4, 0.3], ['red', 2, 0.45]];

export function drawFrame(canvas, { cells, boxes, kinds, window, lines }) {
    const context = worldOf(canvas, VIEW);
    const ink = inks(canvas);
    for (let i = 0; i < cells.length; i += CELL) {
        const [x, y, half, depth] = cells.subarray(i, i + CELL);
        if (cells[i + 8]) fill(context, [x - half, y - half, x + half, y + half], ink.blue, Math.min(0.12, 0.012 * depth));
        outline(context, [x - half, y - half, x + half, y + half], ink.muted, depth < 1 ? 1.6 : 0.6);
    }
    if (cells.length === CELL && cells[4] <= cells[6]) outline(context, cells.subarray(4, 8), ink.green, 1.5);
    for (const kind of [1, 2, 3]) {
        const [name, width, alpha] = looks[kind];
        for (let i = 0; i < kinds.length; i++) {
            if (kinds[i] !== kind) continue;
            const box = boxes.subarray(4 * i, 4 * i + 4);
            fill(context, box, ink[name], alpha);
            outline(context, box, ink[name], width);
        }
    }
    if (window) {
        fill(context, window, ink.green, 0.1);
        outline(context, window, ink.green, 2);
    }
    context.strokeStyle = ink.red;
    context.lineWidth = context.pixel;
    context.beginPath();
    for (let i = 0; i < lines.length; i += 4) {
        context.moveTo(lines[i], lines[i + 1]);
        context.lineTo(lines[i + 2], lines[i + 3]);
    }
    context.stroke();
}

/** The frame in words, for a reader who does not see it. */
export function describe({ label, cells, kinds }) {
    const numbers = [0, 0, 0, 0];
    for (const kind of kinds) numbers[kind]++;
    const found = numbers[2] ? `, ${numbers[2]} of them found` : '';
    const wrong = numbers[3] ? `, ${numbers[3]} wrong` : '';
    return `${label}: ${cells.length / CELL} cells, ${numbers[1] + numbers[2] + numbers[3]} boxes${found}${wrong}`;
}
