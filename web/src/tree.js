// The tree as a tree: the nodes as a diagram beside the plane, a column for each depth, the children of a node below one
// another in the order NW, NE, SW, SE. A node under the pointer is framed here and in the plane, and so is the node whose
// cell is under the pointer in the plane, with the way to it.
import { NODE_BYTES } from './written.js';
import { css } from './palette.js';

const INK_DEPTH = 81; // the first ink of cells, behind those of palette.js
const MOST_COLUMN = 58; // pixels of the page
const NODE_SHARE = 0.6; // of a column
const ROW = { least: 3, readable: 10, most: 24 };
const TOP = 24; // for the numbers of depths
const EDGE = 12;

/** Nodes of a buffer as the C code has them: parents before children. */
export function readNodes(buffer, count) {
    const floats = new Float32Array(buffer);
    const whole = new Uint32Array(buffer);
    const nodes = [];
    for (let i = 0, at = 0; i < count; i++, at += NODE_BYTES / 4) {
        const [left, top, right, bottom] = floats.subarray(at, at + 4);
        nodes.push({ left, top, right, bottom, items: whole[at + 8], below: whole[at + 9], depth: whole[at + 10], parent: null, children: [] });
    }
    const way = [];
    for (const node of nodes) {
        way.length = node.depth;
        node.parent = way.at(-1) ?? null;
        node.parent?.children.push(node);
        way.push(node);
    }
    const middle = node => [node.top / 2 + node.bottom / 2, node.left / 2 + node.right / 2];
    for (const node of nodes)
        node.children.sort((a, b) => middle(a)[0] - middle(b)[0] || middle(a)[1] - middle(b)[1]);
    return nodes;
}

/** Gives each node that shows its row: { rows, depth, shown }. Deeper nodes than `depth` have no room. */
export function layOut(nodes, room) {
    const leaves = [];
    const all = [];
    for (const { depth, children } of nodes) {
        all[depth] = (all[depth] ?? 0) + 1;
        leaves[depth] = (leaves[depth] ?? 0) + (children.length === 0);
    }
    let depth = 0;
    for (let above = 0; depth + 1 < all.length && above + leaves[depth] + all[depth + 1] <= room; depth++) above += leaves[depth];
    const shown = [];
    let rows = 0;
    const place = node => {
        shown.push(node);
        node.merged = node.depth === depth && node.children.length > 0;
        if (node.merged || node.children.length === 0) {
            node.row = rows++;
            return;
        }
        node.children.forEach(place);
        node.row = (node.children[0].row + node.children.at(-1).row) / 2;
    };
    nodes.filter(node => !node.parent).forEach(place);
    return { rows, depth, shown };
}

export class Tree {
    #page;
    #canvas;
    #frame; // around a cell, in the plane
    #text;
    #nodes = [];
    #laid = { rows: 0, depth: 0, shown: [] };
    #view = null;
    #chosen = null; // the square of the node under the pointer, which outlives frames

    /** `page`: a Show with its picture. */
    constructor(page, { canvas, frame, text, pad }) {
        this.#page = page;
        this.#canvas = canvas;
        this.#frame = frame;
        this.#text = text;
        canvas.addEventListener('pointermove', event => this.#choose(this.#nodeAt(event.offsetX, event.offsetY)));
        canvas.addEventListener('pointerleave', () => this.#choose(null));
        canvas.addEventListener('blur', () => this.#choose(null));
        canvas.addEventListener('keydown', event => this.#key(event));
        pad.addEventListener('pointermove', event => this.#choose(this.#cellAt(event.offsetX, event.offsetY)));
        pad.addEventListener('pointerleave', () => this.#choose(null));
    }

    /** The node that is framed, as the last frame has it. */
    get chosen() {
        const key = this.#chosen;
        return key ? this.#nodes.find(node => node.depth === key.depth && node.left === key.left && node.top === key.top && node.bottom === key.bottom) ?? null : null;
    }

    /** All nodes of the last frame. */
    get nodes() {
        return this.#nodes;
    }

    /** Shows the nodes of a frame: { buffer, count } of its first side, and where that side is. */
    show({ buffer, count }, view) {
        this.#nodes = readNodes(buffer, count);
        this.#view = view;
        this.#draw();
        this.#mark();
    }

    #choose(node) {
        this.#chosen = node && { depth: node.depth, left: node.left, top: node.top, bottom: node.bottom };
        this.#draw();
        this.#mark();
    }

    /** Arrows go to the parent, a child, and the nodes above and below in the same column. */
    #key(event) {
        const now = this.chosen ?? this.#nodes[0];
        if (!now || !event.key.startsWith('Arrow')) return;
        event.preventDefault();
        const column = this.#laid.shown.filter(node => node.depth === now.depth);
        const at = column.indexOf(now);
        const next = {
            ArrowLeft: now.parent,
            ArrowRight: now.merged ? null : now.children[0],
            ArrowUp: column[at - 1],
            ArrowDown: column[at + 1],
        }[event.key];
        this.#choose(this.chosen ? next ?? now : now);
    }

    #place(node) {
        return [EDGE + node.depth * this.column, TOP + (node.row + 0.5) * this.row];
    }

    #nodeAt(x, y) {
        const depth = Math.floor((x - EDGE + (1 - NODE_SHARE) / 2 * this.column) / this.column);
        let best = null;
        for (const node of this.#laid.shown)
            if (node.depth === depth && Math.abs(this.#place(node)[1] - y) < Math.abs((best ? this.#place(best)[1] : Infinity) - y)) best = node;
        return best && Math.abs(this.#place(best)[1] - y) < Math.max(this.row, 8) ? best : null;
    }

    /** The deepest node whose cell is under a place of the plane, in pixels of the page. */
    #cellAt(right, down) {
        if (!this.#view) return null;
        const { left, top, width, height, x, y, scale } = this.#view;
        const ratio = this.#page.picture.ratio;
        const at = { x: (right * ratio - left - width / 2) / scale + x, y: (down * ratio - top - height / 2) / scale + y };
        if (right * ratio > left + width) return null; // another method's side
        const holds = node => at.x >= node.left && at.x < node.right && at.y >= node.top && at.y < node.bottom;
        let node = this.#nodes.find(one => !one.parent && holds(one)) ?? null;
        for (let child = node; child; child = child.children.find(holds)) node = child;
        return node;
    }

    /** Frames the chosen node's cell in the plane, and says what is in it. */
    #mark() {
        const node = this.chosen;
        this.#frame.hidden = !node;
        const text = node ? `Depth ${node.depth}: ${node.items} in it${node.children.length ? `, ${node.below} below` : ''}`
            : this.#nodes.length ? `${this.#nodes.length} nodes` : 'This method has no nodes';
        if (this.#text.textContent !== text) this.#text.textContent = text;
        if (!node) return;
        const { left, top, width, height, x, y, scale } = this.#view;
        const ratio = this.#page.picture.ratio;
        const clamp = (value, most) => Math.min(most, Math.max(-4, value));
        const across = value => clamp((left + width / 2 + (value - x) * scale) / ratio, (left + width) / ratio + 4);
        const along = value => clamp((top + height / 2 + (value - y) * scale) / ratio, (top + height) / ratio + 4);
        Object.assign(this.#frame.style, {
            insetInlineStart: `${across(node.left)}px`,
            insetBlockStart: `${along(node.top)}px`,
            inlineSize: `${across(node.right) - across(node.left)}px`,
            blockSize: `${along(node.bottom) - along(node.top)}px`,
        });
    }

    #draw() {
        const canvas = this.#canvas;
        const { clientWidth: width, clientHeight: height } = canvas;
        const ratio = devicePixelRatio || 1;
        if (width === 0 || height === 0) return;
        if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
        if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
        const room = height - TOP - EDGE;
        this.#laid = layOut(this.#nodes, Math.floor(room / ROW.least));
        this.row = Math.min(ROW.most, room / Math.max(1, this.#laid.rows));
        this.column = Math.min(MOST_COLUMN, (width - 2 * EDGE) / (this.#laid.depth + NODE_SHARE));
        const context = canvas.getContext('2d');
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, height);
        const style = getComputedStyle(canvas);
        const colour = name => style.getPropertyValue(name);
        this.#drawLinks(context, colour('--muted'));
        this.#drawNodes(context, { text: colour('--text'), ground: colour('--ground') });
        this.#drawChosen(context, colour('--orange'));
        context.font = '11px ui-monospace, monospace';
        context.fillStyle = colour('--muted');
        context.textAlign = 'center';
        for (let depth = 0; depth <= this.#laid.depth && this.#nodes.length > 0; depth++)
            context.fillText(String(depth), EDGE + depth * this.column + NODE_SHARE * this.column / 2, 14);
    }

    #drawLinks(context, colour) {
        context.strokeStyle = colour;
        context.lineWidth = 0.8;
        context.beginPath();
        for (const node of this.#laid.shown) {
            if (node.merged || node.children.length === 0) continue;
            const [x, y] = this.#place(node);
            const right = x + NODE_SHARE * this.column;
            const turn = (right + x + this.column) / 2;
            context.moveTo(right, y);
            context.lineTo(turn, y);
            context.moveTo(turn, this.#place(node.children[0])[1]);
            context.lineTo(turn, this.#place(node.children.at(-1))[1]);
            for (const child of node.children) {
                const [to, down] = this.#place(child);
                context.moveTo(turn, down);
                context.lineTo(to, down);
            }
        }
        context.stroke();
    }

    /** Each in the colour of its depth, filled by its items as far as the fullest is full. */
    #drawNodes(context, { text, ground }) {
        const { colors } = this.#page.picture.colors;
        const fullest = this.#nodes.reduce((most, node) => Math.max(most, node.items), 1);
        const wide = NODE_SHARE * this.column;
        const high = Math.min(0.78 * this.row, 18);
        const readable = this.row >= ROW.readable && wide >= 18;
        context.font = `${Math.min(11, this.row - 1)}px ui-monospace, monospace`;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.lineWidth = 1;
        for (const node of this.#laid.shown) {
            const [x, y] = this.#place(node);
            const items = node.items + (node.merged ? node.below : 0);
            context.fillStyle = ground;
            context.fillRect(x, y - high / 2, wide, high);
            context.fillStyle = context.strokeStyle = css(colors, INK_DEPTH + node.depth);
            context.globalAlpha = 0.55;
            context.fillRect(x, y - high / 2, wide * Math.min(1, items / fullest), high);
            context.globalAlpha = 1;
            context.strokeRect(x, y - high / 2, wide, high);
            if (!readable || (items === 0 && node.children.length > 0)) continue;
            context.fillStyle = text;
            context.fillText(`${items}${node.merged ? '+' : ''}`, x + wide / 2, y + 0.5, wide);
        }
    }

    /** The chosen node, and thinner the way to it; a node without room is framed in the last one that shows. */
    #drawChosen(context, colour) {
        context.strokeStyle = colour;
        for (let node = this.chosen, wide = 3; node; node = node.parent) {
            if (node.depth > this.#laid.depth) continue;
            const [x, y] = this.#place(node);
            const high = Math.max(4, Math.min(0.78 * this.row, 18));
            context.lineWidth = wide;
            context.strokeRect(x - 1, y - high / 2 - 1, NODE_SHARE * this.column + 2, high + 2);
            wide = 1.2;
        }
    }
}
