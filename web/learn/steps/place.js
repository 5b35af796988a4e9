// The reader's place in the plane: a point, the centre of a box, or a window. It is set by a pointer in the picture or by two sliders.
import { element } from '../counts.js';
import { VIEW } from './picture.js';

const SIDE = 1024, STEP = 8; // of the world, and of the sliders
const LEAST = 24; // side of a window
const names = { centre: 'Box', point: 'Cross', window: 'Window' };
const hints = {
    centre: 'Click the picture, or move the sliders, to choose where the box goes.',
    point: 'Click the picture, or move the sliders, to choose where the cross is.',
    window: 'Drag over the picture to draw a window. A click or the sliders move it.',
};

const clamp = value => Math.min(SIDE, Math.max(0, value));
const middleOf = place => ('left' in place ? { x: (place.left + place.right) / 2, y: (place.bottom + place.top) / 2 } : place);

/** The place with another middle: a window keeps its size. */
export function movedTo(place, { x, y }) {
    if (!('left' in place)) return { x, y };
    const across = (place.right - place.left) / 2, up = (place.top - place.bottom) / 2;
    return { left: x - across, bottom: y - up, right: x + across, top: y + up };
}

/** A window between two corners, or null where they are too near to be meant as one. */
export function windowBetween(a, b) {
    const window = { left: Math.min(a.x, b.x), bottom: Math.min(a.y, b.y), right: Math.max(a.x, b.x), top: Math.max(a.y, b.y) };
    return window.right - window.left >= LEAST && window.top - window.bottom >= LEAST ? window : null;
}

export class Place {
    /** Calls `change` with a new place, set in one of the pictures. */
    constructor(canvases, kind, change) {
        Object.assign(this, { kind, change });
        for (const canvas of canvases) {
            canvas.classList.add('pad');
            canvas.addEventListener('pointerdown', event => this.#down(event));
            canvas.addEventListener('pointermove', event => { if (this.from) this.#drag(event); });
            for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, () => { this.from = null; });
        }
        this.ranges = ['across', 'up'].map(way => this.#slider(`${names[kind]}, ${way}`));
        this.elements = [element('p', { className: 'note', textContent: hints[kind] }), ...this.ranges.map(({ label }) => label)];
    }

    #slider(name) {
        const now = element('output');
        const range = element('input', { type: 'range', min: 0, max: SIDE, step: STEP });
        range.addEventListener('input', () => {
            const [x, y] = this.ranges.map(one => Number(one.range.value));
            this.change(movedTo(this.place, { x, y }));
        });
        return { now, range, label: element('label', { className: 'slider' }, `${name} `, now, range) };
    }

    #at({ offsetX, offsetY, currentTarget }) {
        const span = (VIEW[2] - VIEW[0]) / currentTarget.clientWidth;
        return { x: clamp(VIEW[0] + offsetX * span), y: clamp(VIEW[3] - offsetY * span) };
    }

    #down(event) {
        if (event.button !== 0) return;
        this.from = this.#at(event);
        event.currentTarget.setPointerCapture(event.pointerId);
        this.change(movedTo(this.place, this.from));
    }

    #drag(event) {
        const to = this.#at(event);
        const place = this.kind === 'window' ? windowBetween(this.from, to) : to;
        if (place) this.change(place);
    }

    /** The sliders follow the place. */
    show(place) {
        this.place = place;
        const { x, y } = middleOf(place);
        for (const [i, value] of [x, y].entries()) {
            const text = String(Math.round(value));
            this.ranges[i].range.value = value;
            this.ranges[i].now.textContent = text;
            this.ranges[i].range.setAttribute('aria-valuetext', text);
        }
    }
}
