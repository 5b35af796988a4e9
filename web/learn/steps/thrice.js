// The figure "Undivided, divided once, divided twice": the same boxes in three pictures, and the tests under each as linear bars.
import { element } from '../counts.js';
import { describe, drawFrame } from '../plane.js';
import { boxesFor, divided, NAMES, questions } from './divided.js';
import { VIEW } from './picture.js';
import { Place } from './place.js';

const FIRST_WINDOW = { left: 560, bottom: 560, right: 820, top: 780 };
const number = value => value.toLocaleString('en');
const kinds = [['pairs', 'All pairs'], ['window', 'The window']];

/** One question under one picture: its tests, and their bar. */
function meter(name) {
    const value = element('span', { className: 'value' });
    const bars = ['', 'brute'].map(className => element('i', { className }));
    const note = element('p', { className: 'note' });
    const row = element('div', { className: 'meter-row' }, element('span', { className: 'name', textContent: name }), value, element('div', { className: 'track' }, ...bars));
    return { value, bars, note, elements: [row, note] };
}

export class Thrice {
    constructor(place) {
        this.seed = 1;
        this.window = FIRST_WINDOW;
        this.parts = NAMES.map(name => {
            const canvas = element('canvas', { className: 'plane' });
            canvas.setAttribute('role', 'img');
            const meters = Object.fromEntries(kinds.map(([kind, label]) => [kind, meter(label)]));
            const under = element('div', {}, ...kinds.flatMap(([kind]) => meters[kind].elements));
            return { name, canvas, meters, element: element('div', { className: 'thrice-one' }, element('h3', { textContent: name }), canvas, under) };
        });
        this.where = new Place(this.parts.map(({ canvas }) => canvas), 'window', window => { this.window = window; this.run(); });
        this.now = element('output');
        this.range = element('input', { type: 'range', min: 20, max: 200, step: 10, value: 60 });
        this.range.addEventListener('input', () => this.run());
        const other = element('button', { type: 'button', textContent: 'Another example' });
        other.addEventListener('click', () => { this.seed++; this.run(); });
        place.append(element('div', { className: 'thrice' }, ...this.parts.map(part => part.element)),
            element('div', { className: 'player-settings' }, element('label', { className: 'slider' }, 'Boxes ', this.now, this.range), ...this.where.elements, other));
        this.run();
    }

    run() {
        const count = Number(this.range.value), boxes = boxesFor(count, this.seed);
        this.now.textContent = number(count);
        this.where.show(this.window);
        this.results = this.parts.map((_, times) => {
            const tree = divided(boxes, times);
            return { tree, boxes, ...questions(tree, this.window) };
        });
        for (const [kind] of kinds) {
            const most = Math.max(...this.results.map(result => result[kind].boxes + result[kind].bounds));
            for (const [i, { meters }] of this.parts.entries()) this.#measure(meters[kind], this.results[i][kind], most);
        }
        this.draw();
    }

    #measure({ value, bars, note }, { found, boxes, bounds }, most) {
        value.textContent = `${number(boxes + bounds)} tests`;
        note.textContent = `${number(boxes)} of boxes, ${number(bounds)} of bounds; ${number(found.length)} found`;
        for (const [i, tests] of [boxes, bounds].entries()) {
            bars[i].hidden = tests === 0;
            bars[i].style.inlineSize = `${100 * tests / most}%`;
        }
    }

    draw() {
        for (const [i, { canvas, name }] of this.parts.entries()) {
            const { tree, boxes, window } = this.results[i];
            const found = new Set(window.found), { left, bottom, right, top } = this.window;
            const frame = {
                label: name, view: VIEW, window: [left, bottom, right, top], lines: [],
                cells: Float32Array.from(tree.nodes().flatMap(({ x, y, half, depth, children }) => [x, y, half, depth, Infinity, 0, -Infinity, 0, children ? 0 : 1])),
                boxes: Float32Array.from(boxes.flatMap(box => [box.left, box.bottom, box.right, box.top])),
                kinds: Uint8Array.from(boxes, (_, k) => (found.has(k) ? 2 : 1)),
            };
            canvas.setAttribute('aria-label', describe(frame));
            drawFrame(canvas, frame);
        }
    }
}
