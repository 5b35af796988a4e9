// A player of one operation: its recorded steps, forwards and back, as a picture of the plane, the tree or the queue, and a sentence.
import { countsTable, element } from '../counts.js';
import { lessMotion } from '../../src/hand.js';
import { drawDiagram, roomFor } from './diagram.js';
import { example, run } from './operations.js';
import { between, drawStep, inWords, isGliding } from './picture.js';
import { Place } from './place.js';

const STEP_MS = 2000; // while steps play: a sentence has to be read
const GLIDE_MS = 250;

/** What the looks of a picture mean. */
const legend = {
    now: ['frame', 'text', 'looked at in this step'], hand: ['', 'pink', 'the box in question'], found: ['', 'orange', 'found'], missed: ['frame', 'muted', 'compared, not found'],
    opened: ['', 'blue', 'node looked at before'], skipped: ['hatched', 'muted', 'skipped'], queued: ['frame', 'blue', 'in the queue'], window: ['frame', 'green', 'the window'],
    out: ['dashed', 'pink', 'not in the tree'], end: ['dashed', 'pink', 'not in the tree, or an end of the move'], ghost: ['line', 'pink', 'the move'], bounds: ['dashed', 'muted', 'bounds'], pair: ['line', 'orange', 'a pair'],
};


function button(text, act) {
    const made = element('button', { type: 'button', textContent: text });
    made.addEventListener('click', act);
    return made;
}

function queueList(queue) {
    return queue.map(({ name, holds, distance, isTaken, isNew }) => {
        const row = element('li', { className: isTaken ? 'taken' : isNew ? 'new' : '' }, element('b', { textContent: name }), element('span', { textContent: holds }),
            element('span', { className: 'distance', textContent: distance.toLocaleString('en') }));
        if (isTaken) row.append(element('span', { className: 'hidden', textContent: ', leaves the queue' }));
        return row;
    });
}

export class Player {
    constructor(place, operation) {
        this.operation = operation;
        this.#controls();
        this.status = element('p', { className: 'step' });
        this.status.setAttribute('role', 'status');
        this.counts = element('div', { className: 'counts' });
        const legendItems = operation.looks.map(look => element('li', {}, element('i', { className: `${legend[look][0]} ink-${legend[look][1]}` }), legend[look][2]));
        const settings = element('div', { className: 'player-settings' });
        if (operation.place) {
            this.place = new Place([this.canvas], operation.place, where => this.#choose(where));
            settings.append(...this.place.elements);
        }
        settings.append(button('Another example', () => this.#example(this.seed + 1)));
        place.append(
            element('div', { className: 'player-picture' }, this.canvas, this.slider, this.buttons),
            element('div', { className: 'player-says' }, this.status, this.#beside(), this.counts, element('ul', { className: 'legend' }, ...legendItems)),
            settings);
        place.addEventListener('keydown', event => this.#key(event));
        this.#example(1);
    }

    #controls() {
        this.canvas = element('canvas', { className: 'plane' });
        this.canvas.setAttribute('role', 'img');
        this.now = element('output');
        this.range = element('input', { type: 'range', min: 1, step: 1 });
        this.range.addEventListener('input', () => this.#go(Number(this.range.value) - 1));
        this.slider = element('label', { className: 'slider' }, 'Step ', this.now, this.range);
        const to = find => () => this.#go(find());
        this.first = button('First', to(() => 0));
        this.back = button('Back', to(() => this.step - 1));
        this.next = button('Next', to(() => this.step + 1));
        this.last = button('Last', to(() => this.frames.length - 1));
        this.playing = button('Play', () => (this.clock ? this.stop() : this.play()));
        this.buttons = element('div', { className: 'player-buttons' }, this.first, this.back, this.playing, this.next, this.last);
    }

    /** The tree, or the queue where the steps have one. */
    #beside() {
        this.hasQueue = this.operation.name === 'nearest';
        if (!this.hasQueue) return (this.diagram = element('div', { className: 'diagram' }));
        this.queue = element('ol', { className: 'queue' });
        const name = element('h3', { id: `queue-of-${this.operation.name}`, textContent: 'The queue, by distance' });
        this.queue.setAttribute('aria-labelledby', name.id);
        return element('div', { className: 'queue-place' }, name, this.queue);
    }

    #example(first) {
        this.stop();
        const { seed, scene, result } = example(this.operation, first);
        this.seed = seed;
        this.#use(scene, result, 0);
    }

    /** The reader has chosen a place: the steps begin again, or the outcome stays in sight. */
    #choose(place) {
        this.stop();
        const wasLast = this.step === this.frames.length - 1;
        const scene = { ...this.scene, place };
        const result = run(this.operation, scene);
        this.#use(scene, result, wasLast ? result.frames.length - 1 : 0);
    }

    #use(scene, result, step) {
        Object.assign(this, { scene, result, frames: result.frames, room: roomFor(result.frames) });
        this.range.max = this.frames.length;
        this.place?.show(scene.place);
        if (this.hasQueue) this.queue.style.minBlockSize = `${1.75 * Math.max(...this.frames.map(({ queue }) => queue.length))}em`;
        this.show(step, false);
    }

    /** A step that the reader has asked for. */
    #go(step) {
        this.stop();
        this.show(step);
    }

    #key(event) {
        if (event.target.type === 'range' || event.altKey || event.ctrlKey || event.metaKey) return;
        const to = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: this.frames.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        this.#go(to);
    }

    show(step, mayGlide = true) {
        const before = this.frames[this.step];
        this.step = Math.min(this.frames.length - 1, Math.max(0, step));
        const frame = this.frames[this.step], number = `${this.step + 1} of ${this.frames.length}`;
        this.now.textContent = number;
        this.range.value = this.step + 1;
        this.range.setAttribute('aria-valuetext', number);
        this.status.replaceChildren(element('b', { textContent: `Step ${number}. ` }), frame.text);
        for (const one of [this.first, this.back]) one.setAttribute('aria-disabled', String(this.step === 0)); // disabled ones would lose the focus
        for (const one of [this.next, this.last]) one.setAttribute('aria-disabled', String(this.#isLast()));
        this.#count(frame);
        this.draw();
        if (mayGlide && before && !lessMotion.matches && isGliding(before, frame)) this.#glide(before, frame);
    }

    #isLast() {
        return this.step === this.frames.length - 1;
    }

    #count(frame) {
        if (!this.operation.rows) return;
        const rows = this.operation.rows(frame, this.scene, this.result);
        if (this.#isLast()) rows.at(-1).right = this.result.right;
        this.counts.replaceChildren(countsTable('this tree', rows));
    }

    #glide(from, to) {
        const start = performance.now();
        const draw = now => {
            if (this.frames[this.step] !== to) return;
            const share = Math.min(1, Math.max(0, (now - start) / GLIDE_MS));
            drawStep(this.canvas, share < 1 ? between(from, to, share) : to);
            if (share < 1) requestAnimationFrame(draw);
        };
        draw(start);
    }

    /** Plays the steps, from the first one where the last is shown. */
    play() {
        this.show(this.#isLast() ? 0 : this.step + 1);
        this.clock = setInterval(() => {
            this.show(this.step + 1);
            if (this.#isLast()) this.stop();
        }, STEP_MS);
        this.playing.textContent = 'Stop';
    }

    stop() {
        clearInterval(this.clock);
        this.clock = 0;
        this.playing.textContent = 'Play';
    }

    draw() {
        const frame = this.frames[this.step];
        this.canvas.setAttribute('aria-label', inWords(frame));
        drawStep(this.canvas, frame);
        if (this.hasQueue) this.queue.replaceChildren(...queueList(frame.queue));
        else drawDiagram(this.diagram, frame, this.room);
    }
}
