// A picture of a plane with cells and boxes on a canvas: in the colours of the page, sharp on every screen.

const colors = ['text', 'muted', 'blue', 'orange', 'red', 'green', 'line', 'faint', 'sheet'];

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
