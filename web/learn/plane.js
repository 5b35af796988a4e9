// A picture of a plane with cells and boxes on a canvas: in the colours of the page, sharp on every screen.

const colors = ['text', 'muted', 'blue', 'orange', 'red', 'green', 'pink', 'line', 'faint', 'sheet'];

/** The page's colours as they are now, light or dark. */
export function inks(element) {
    const style = getComputedStyle(element);
    return Object.fromEntries(colors.map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
}

/** Clears a canvas and returns its context, which draws in units of the world: left, bottom, right, top, y upwards. */
export function worldOf(canvas, [left, bottom, right, top]) {
    const width = canvas.clientWidth || 300;
    const scale = Math.min(devicePixelRatio || 1, 3);
    const side = Math.round(width * scale);
    if (canvas.width !== side) canvas.width = canvas.height = side;
    const context = canvas.getContext('2d');
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, side, side);
    const step = side / Math.max(right - left, top - bottom);
    context.setTransform(step, 0, 0, -step, -left * step, top * step);
    context.pixel = scale / step;
    return context;
}

/** An outline as wide as so many pixels, however large the world is. A box without a size is drawn as a dot. */
export function outline(context, [left, bottom, right, top], color, pixels = 1) {
    const { pixel } = context;
    context.strokeStyle = color;
    context.lineWidth = pixels * pixel;
    const least = 2 * pixel;
    const width = Math.max(right - left, least), height = Math.max(top - bottom, least);
    context.strokeRect((left + right - width) / 2, (bottom + top - height) / 2, width, height);
}

export function fill(context, [left, bottom, right, top], color, alpha) {
    context.globalAlpha = alpha;
    context.fillStyle = color;
    context.fillRect(left, bottom, right - left, top - bottom);
    context.globalAlpha = 1;
}

const VIEW = [-120, -120, 1180, 1180]; // boxes may reach out of the world, which is from 0 to 1024
const CELL = 9; // numbers of a node: middle, half, depth, bounds, leaf or not

/** Looks of the kinds of boxes, in the order in which they are drawn: not there, there, found, wrong, what the text is about. */
const looks = [null, ['blue', 1, 0.12], ['orange', 1.4, 0.3], ['red', 2, 0.45], ['pink', 1.4, 0.3]];

/**
 * Draws cells (CELL numbers each), boxes (four numbers and a kind each), a window and lines, all in units of the world. A tree that
 * is one leaf shows its bounds too.
 */
export function drawFrame(canvas, { cells, boxes, kinds, window, lines, view = VIEW }) {
    const context = worldOf(canvas, view);
    const ink = inks(canvas);
    for (let i = 0; i < cells.length; i += CELL) {
        const [x, y, half, depth] = cells.subarray(i, i + CELL);
        if (cells[i + 8]) fill(context, [x - half, y - half, x + half, y + half], ink.blue, Math.min(0.12, 0.012 * depth));
        outline(context, [x - half, y - half, x + half, y + half], ink.muted, depth < 1 ? 1.6 : 0.6);
    }
    if (cells.length === CELL && cells[4] <= cells[6]) outline(context, cells.subarray(4, 8), ink.green, 1.5);
    for (let kind = 1; kind < looks.length; kind++) {
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
