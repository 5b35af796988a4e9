// The figures of the article: each is a show with the few controls that its point needs, which prints the numbers it
// shows. <figure class="live" data-state="scene=drift&count=300" data-controls="count method"> and a caption.
import { element } from './element.js';
import { Meter, wholeNumber } from './figures.js';
import { lessMotion } from './hand.js';
import { Legend } from './legend.js';
import { Show } from './show.js';
import { readLink } from './state.js';

/** Sliders: the state's name, the label, and the values that they step through. */
const sliders = {
    count: ['Boxes', [10, 20, 50, 100, 200, 500, 1000, 2000, 5000]],
    many: ['Boxes', [1000, 2000, 5000, 10000, 20000, 50000]],
    stars: ['Stars', [500, 1000, 2000, 4000, 8000, 16000]],
    capacity: ['Capacity of a leaf', [1, 2, 4, 8, 16, 32, 64]],
    speed: ['Speed', [0, 0.1, 0.3, 1, 3, 10]],
    size: ['Mean size', [1, 2, 4, 8, 16, 32]],
};
const stateOf = { many: 'count', stars: 'count' };

/** A row of the table of figures: of both sides, if there are two. */
function cellsOf(status, name) {
    const { cells } = status.figures.find(row => row.name === name);
    return cells.map(([text]) => text).filter(Boolean).join(' | ');
}

/** Numbers beside a figure, from a status. */
const numbers = {
    tests: ({ costs: [cost] }) => ['tests in this tick', cost.counted ? wholeNumber(cost.tests) : 'not counted'],
    brute: status => ['by brute force: n (n − 1) / 2', wholeNumber(status.costs[0].brute)],
    pairs: status => ['pairs that overlap', wholeNumber(status.costs[0].pairs)],
    upkeep: status => ['boxes examined because they may have moved', wholeNumber(status.costs[0].upkeep)],
    moving: status => ['time to move all boxes', cellsOf(status, 'moving')],
    finding: status => ['time to find all pairs', cellsOf(status, 'finding')],
    cells: status => ['cells of the tree', cellsOf(status, 'cells')],
    depth: status => ['depth', cellsOf(status, 'depth')],
    items: status => ['boxes', cellsOf(status, 'items')],
};

class Live extends Show {
    constructor(figure) {
        super();
        this.figure = figure;
        this.wanted = (figure.dataset.numbers ?? 'tests brute').split(' ');
        this.cells = {};
        this.isDrawn = new Promise(resolve => { this.drawn = resolve; }); // or gone
    }

    run(running) {
        if (!running) this.drawn();
        super.run(running);
    }

    /** Says above the figure what is missing; the other figures wait no longer for this one. */
    fail(text) {
        this.alert ??= element('p', { className: 'alert bad' });
        this.alert.textContent = text;
        this.figure.prepend(this.alert);
        this.drawn();
    }

    async start() {
        const parts = {
            shapes: element('canvas', { className: 'picture' }),
            pixels: element('canvas', { className: 'picture', hidden: true }),
            pad: element('div', { className: 'picture pad', tabIndex: 0 }),
            cursor: element('div', { className: 'cursor', hidden: true }),
        };
        parts.pad.setAttribute('role', 'application');
        parts.pad.setAttribute('aria-label', this.figure.dataset.label ?? 'A scene to play with');
        this.names = element('div', { className: 'side-names' }, element('span'), element('span'));
        const scene = element('div', { className: 'scene' }, ...Object.values(parts), this.names);
        this.row = element('div', { className: 'live-row' });
        this.figure.prepend(scene, this.row);
        await this.begin(parts);
        this.engine.onfailure = message => this.fail(`This does not work here: ${message}.`);
        this.state = readLink(this.figure.dataset.state, this.lists).state;
        this.state.paused ||= lessMotion.matches;
        this.#makeControls();
        this.open();
    }

    #makeControls() {
        for (const name of (this.figure.dataset.controls ?? '').split(' ').filter(Boolean)) this.row.append(this.#control(name));
        if (this.wanted.includes('meter')) {
            const bars = element('div', { className: 'meter-bars' });
            const saved = element('b');
            this.meter = new Meter(bars, saved);
            this.row.append(element('div', { className: 'live-meter' }, bars, element('p', { className: 'note' }, saved, ' of brute force’s tests were not needed')));
        }
        const list = element('dl', { className: 'live-numbers' });
        for (const name of this.wanted.filter(one => numbers[one])) {
            this.cells[name] = [element('dt'), element('dd')];
            list.append(element('div', {}, ...this.cells[name]));
        }
        if (list.children.length) this.row.append(list);
        const signs = element('ul', { className: 'legend' });
        signs.setAttribute('aria-label', 'What colours mean');
        this.legend = new Legend(signs);
        this.row.append(signs);
        this.text = element('p', { className: 'live-text' });
        this.text.setAttribute('aria-live', 'polite');
        this.row.append(this.text);
    }

    #control(name) {
        if (sliders[name]) return this.#slider(name);
        if (name === 'method' || name === 'beside') return this.#choice(name);
        const buttons = {
            pause: [() => (this.state.paused ? 'Go on' : 'Pause'), () => this.set('paused', !this.state.paused)],
            step: ['One tick', () => this.step()],
            restart: ['Again', () => this.engine.tell('restart')],
            explain: ['Explain it', () => this.explain(false)],
            insert: ['Insert one and explain', () => this.explain(true)],
            next: ['Next step', () => this.engine.tell('explain_go', 1)],
            back: ['Back', () => this.engine.tell('explain_go', -1)],
            bounds: ['Bounds', () => this.toggleOverlay('bounds')],
            smallest: ['In the smallest cell', () => this.set('beside', 'contained')],
            touching: ['In every leaf', () => this.set('beside', 'leaves')],
            even: ['Boxes of one size', () => this.change({ scene: 'drift', count: 20000, view: '' })],
            hard: ['Hard cases', () => this.change({ scene: 'pathological', count: null, view: '' })],
        };
        const [label, act] = buttons[name];
        const button = element('button', { type: 'button' });
        button.addEventListener('click', act);
        const show = () => {
            button.textContent = typeof label === 'function' ? label() : label;
            if (name === 'next' || name === 'back') button.setAttribute('aria-disabled', String(!this.explained || this.explained.at === (name === 'next' ? this.explained.count : 1)));
            if (name === 'bounds') button.setAttribute('aria-pressed', String(this.state.show.includes('bounds')));
            if (name === 'smallest' || name === 'touching')
                button.setAttribute('aria-pressed', String(this.state.beside === (name === 'smallest' ? 'contained' : 'leaves')));
            if (name === 'even' || name === 'hard')
                button.setAttribute('aria-pressed', String((this.state.scene === 'drift') === (name === 'even')));
        };
        this.shown = [...(this.shown ?? []), show];
        return button;
    }

    #slider(name) {
        const [label, values] = sliders[name];
        const of = stateOf[name] ?? name;
        const range = element('input', { type: 'range', min: 0, max: values.length - 1, step: 1 });
        const out = element('output');
        range.addEventListener('input', () => this.set(of, values[Number(range.value)]));
        this.shown = [...(this.shown ?? []), () => {
            const value = this.state[of] ?? this.sceneKind[of] ?? values[0];
            const nearest = values.reduce((best, one, i) => (Math.abs(one - value) < Math.abs(values[best] - value) ? i : best), 0);
            range.value = String(nearest);
            out.textContent = wholeNumber(value) === '0' && value > 0 ? String(value) : value.toLocaleString('en');
            range.setAttribute('aria-valuetext', out.textContent);
        }];
        return element('label', { className: 'slider' }, label, ' ', out, range);
    }

    #choice(name) {
        const select = element('select');
        for (const method of this.lists.methods) select.append(new Option(method.label, method.name));
        select.addEventListener('change', () => this.set(name, select.value));
        this.shown = [...(this.shown ?? []), () => { select.value = this.state[name]; }];
        return element('label', { className: 'choice' }, name === 'method' ? 'Method' : 'Beside it', select);
    }

    wheels(event) {
        return event.ctrlKey;
    }

    changed() {
        for (const show of this.shown ?? []) show();
    }

    said(status, sides) {
        this.frames = (this.frames ?? 0) + 1;
        this.figure.dataset.drawn = String(this.frames);
        this.drawn();
        const text = status.step ? `Step ${status.step.at} of ${status.step.count}. ${status.step.text}`
            : status.message ?? status.questions.join(' · ');
        if (this.text.textContent !== text) this.text.textContent = text;
        const { at, count } = status.step ?? {};
        if (at !== this.explained?.at || count !== this.explained?.count) {
            this.explained = status.step;
            this.changed();
        }
        if (this.frames % 6 !== 1 && !status.paused) return;
        const names = [this.state.method, this.state.beside].map(one => this.label('methods', one));
        [...this.names.children].forEach((span, i) => { span.textContent = sides > 1 ? names[i] : ''; });
        this.meter?.show(status, names);
        this.legend.show(status.signs, this.picture.colors.colors);
        for (const [name, [term, value]] of Object.entries(this.cells)) {
            const [what, number] = numbers[name](status);
            term.textContent = what;
            value.textContent = number;
        }
    }
}

const near = new Set();
let still = false; // while the figure that measures is at work
let begun = Promise.resolve(); // one figure begins after the other has drawn: the first picture waits for no other

async function begin(figure) {
    if (figure.live || still || !near.has(figure)) return;
    figure.live = new Live(figure);
    figure.live.run(true);
    try {
        await figure.live.start();
        await figure.live.isDrawn;
    } catch (error) {
        figure.live.fail(`The library could not be loaded: ${error.message}.`);
    }
    await measuring();
}

/** The figure that measures comes after the first picture, or when it is near. */
const measuring = () => import('../learn/curve/figure.js').catch(error => console.warn(`the figure that measures is missing: ${error.message}`));

/** Starts a figure when it comes near, and lets it run while it is seen. */
function show(figure) {
    if (near.has(figure)) begun = begun.then(() => (figure.matches('.curve') ? measuring() : begin(figure)));
    figure.live?.run(near.has(figure) && !still);
}

const figures = document.querySelectorAll('figure.live, figure.curve');
const observer = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
        if (isIntersecting) near.add(target);
        else near.delete(target);
        show(target);
    }
}, { rootMargin: '200px' });
for (const figure of figures) observer.observe(figure);
document.addEventListener('measuring', ({ detail }) => {
    still = detail;
    figures.forEach(show);
});
