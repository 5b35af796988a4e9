// Time against the number of boxes: a button measures both methods in this browser, and two charts and a table show the result.
import { element } from '../counts.js';
import { breakEven, repaying, round2, usual } from './measure.js';
import { drawChart } from './chart.js';

const FRAME_MS = 1000 / 60;
const EXAMPLE = 10000; // boxes of the sentence on moving

const whole = value => Math.round(value).toLocaleString('en');

/** Milliseconds in a unit that suits them, with two digits or more. */
export function timeText(ms) {
    const [value, unit] = ms >= 1000 ? [ms / 1000, 's'] : ms >= 1 ? [ms, 'ms'] : ms >= 1e-3 ? [ms * 1e3, 'µs'] : [ms * 1e6, 'ns'];
    return `${value >= 100 ? whole(value) : Number(value.toPrecision(2))} ${unit}`;
}

const works = { build: 'building', move: 'moving all boxes', tick: 'a tick', window: 'windows' };
const names = { brute: 'brute force', tree: 'the tree' };

/** Where the two curves meet, in words. */
export function sayBreakEven(even) {
    if (!even) return '';
    if (even.always) return 'The tree takes less time at every size that was measured.';
    if (even.never) return 'Brute force takes less time at every size that was measured.';
    return `Break-even is at about ${whole(round2(even.n))} boxes: below, brute force takes less time; above, the tree does.`;
}

/** When the moving of all boxes is repaid, at one size, in words. */
export function sayRepaying(point) {
    const many = repaying(point);
    const begin = `With ${whole(point.n)} boxes the tree takes ${timeText(point.tree.move)} to move all of them. A window takes the tree ${timeText(point.tree.window)}, and brute force ${timeText(point.brute.window)}`;
    return many === Infinity ? `${begin}: no number of windows repays the moving.`
        : `${begin}: from ${whole(Math.max(1, Math.ceil(many)))} ${many <= 1 ? 'window' : 'windows'} a tick on, the moving is repaid.`;
}

/** Up to which size no number of windows repays the moving, in words. */
export function sayNever(points) {
    const first = points.findIndex(point => repaying(point) < Infinity); // larger ones may vary from run to run
    const last = first < 0 ? points.at(-1) : points[first - 1];
    return last ? `With ${whole(last.n)} boxes ${last.n > points[0].n ? 'or fewer ' : ''}no number of windows does.` : '';
}

/** The powers of ten around some values. */
function around(values) {
    const good = values.filter(value => value > 0 && value < Infinity);
    const least = Math.floor(Math.log10(Math.min(...good))), most = Math.ceil(Math.log10(Math.max(...good)));
    return { least: Number(`1e${least}`), most: Number(`1e${Math.max(most, least + 1)}`) };
}

export class Curve {
    points = [];
    state = 'idle';
    settings = usual; // tests have smaller ones

    constructor(figure) {
        this.figure = figure;
        figure.curve = this;
        const svg = () => {
            const made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
            made.setAttribute('role', 'img');
            made.setAttribute('class', 'chart');
            return made;
        };
        this.button = element('button', { type: 'button', className: 'primary' });
        this.button.addEventListener('click', () => (this.state === 'measuring' ? this.stop() : this.start()));
        this.progress = element('progress', { value: 0, hidden: true });
        this.progress.setAttribute('aria-label', 'How much has been measured');
        this.now = element('span', { className: 'curve-now' });
        this.said = element('p', { className: 'curve-says' });
        this.said.setAttribute('role', 'status');
        this.time = svg();
        this.repaid = svg();
        this.body = element('tbody');
        const heads = ['boxes', 'a tick by brute force', 'a tick by the tree', 'moving, in that tick', 'building the tree', 'a window by brute force', 'a window by the tree', 'windows that repay moving', 'pairs', 'answers'];
        const head = element('tr', {}, ...heads.map(textContent => element('th', { scope: 'col', textContent })));
        const wrap = element('div', { className: 'wide', tabIndex: 0 }, element('table', { className: 'figures' }, element('thead', {}, head), this.body));
        wrap.setAttribute('role', 'region');
        wrap.setAttribute('aria-label', 'The measured times');
        this.table = element('details', { className: 'more', hidden: true }, element('summary', { textContent: 'The measured times as a table' }), wrap);
        figure.prepend(element('div', { className: 'curve-row' }, this.button, this.progress, this.now), this.time, this.said, this.repaid, this.table);
        new ResizeObserver(() => this.draw()).observe(figure);
        this.show();
    }

    start() {
        this.points = [];
        this.state = 'measuring';
        this.done = 0;
        this.#others(false);
        this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
        this.worker.onmessage = ({ data }) => this.#take(data);
        this.worker.onerror = event => this.#end('failed', event.message || 'the worker did not start');
        this.worker.postMessage(this.settings);
        this.show();
    }

    stop() {
        this.#end('stopped');
    }

    #end(state, why = '') {
        this.worker.terminate();
        this.state = state;
        this.why = why;
        this.#others(true);
        this.show();
    }

    /** The other figures stand still while this one measures, and go on afterwards (live.js). */
    #others(go) {
        document.dispatchEvent(new CustomEvent('measuring', { detail: !go }));
    }

    #take({ n, name, what, isWarming, point, ended, failed }) {
        if (failed) return this.#end('failed', failed);
        if (ended) return this.#end('done');
        if (point) {
            this.points.push(point);
            this.show();
        } else {
            this.done++;
            this.now.textContent = isWarming ? 'Warming up' : `${whole(n)} boxes: ${works[what]} by ${names[name]}`;
            this.progress.value = this.done / (6 * (this.settings.sizes.length + 1));
        }
    }

    /** What there is to say, without the sentences that follow from the figures. */
    #sayState() {
        if (this.state === 'idle') return 'Nothing is measured yet.';
        if (this.state === 'measuring') return 'Measuring.';
        if (this.state === 'failed') return `The measurement failed: ${this.why}.`;
        return this.state === 'stopped' ? 'The measurement was stopped.' : '';
    }

    #sayEnd() {
        const last = this.points.findLast(({ brute }) => brute.tick !== undefined);
        if (!last || !this.points.some(({ compared }) => !compared)) return '';
        return `Brute force ends at ${whole(last.n)} boxes, where one tick takes ${timeText(last.brute.tick)}.`;
    }

    #sayAnswers() {
        const wrong = this.points.filter(point => !point.same);
        if (!this.points.length) return '';
        if (wrong.length) return `The answers of both differ at ${wrong.map(({ n }) => whole(n)).join(', ')} boxes.`;
        const both = this.points.filter(point => point.compared).length;
        return both === this.points.length ? `Both found the same pairs, and the same boxes in windows, at all ${both} sizes.`
            : `Both found the same pairs at the ${both} sizes that both measured, and the same boxes in windows at all ${this.points.length}.`;
    }

    /** Everything that is known now, in sentences. */
    get sentences() {
        const isOver = this.state === 'done' || this.state === 'stopped';
        const example = this.points.findLast(({ n }) => n <= EXAMPLE);
        const found = isOver && example ? [sayBreakEven(breakEven(this.points)), sayRepaying(example), repaying(example) < Infinity ? sayNever(this.points) : '', this.#sayEnd(), this.#sayAnswers()] : [];
        return [this.#sayState(), ...found].filter(Boolean);
    }

    show() {
        this.figure.dataset.state = this.state;
        const isMeasuring = this.state === 'measuring';
        this.button.textContent = isMeasuring ? 'Stop' : this.points.length ? 'Measure again' : 'Measure here';
        this.progress.hidden = !isMeasuring;
        if (!isMeasuring) this.now.textContent = '';
        const text = this.sentences.join(' ');
        if (this.said.textContent !== text) this.said.textContent = text;
        this.said.classList.toggle('bad', this.state === 'failed' || this.points.some(point => !point.same));
        this.table.hidden = !this.points.length;
        this.#fillTable();
        this.draw();
    }

    #fillTable() {
        const time = ms => (ms === undefined ? 'not measured' : timeText(ms));
        this.body.replaceChildren(...this.points.map(point => {
            const many = repaying(point);
            const cells = [time(point.brute.tick), time(point.tree.tick), time(point.tree.move), time(point.tree.build), time(point.brute.window), time(point.tree.window),
                many === Infinity ? 'none' : whole(Math.max(1, Math.ceil(many))), whole(point.pairs), !point.same ? 'differ' : point.compared ? 'the same' : 'windows: the same'];
            return element('tr', {}, element('th', { scope: 'row', textContent: whole(point.n) }), ...cells.map(textContent => element('td', { textContent })));
        }));
    }

    draw() {
        const { sizes } = this.settings;
        const x = { least: 10, most: Math.max(100, 10 ** Math.ceil(Math.log10(sizes.at(-1)))), label: 'boxes', text: whole };
        const lineOf = (name, kind, value) => ({ name, kind, points: this.points.map(point => [point.n, value(point)]).filter(([, one]) => one > 0 && one < Infinity) });
        const curves = [lineOf('brute force', 'brute', ({ brute }) => brute.tick), lineOf('the tree', 'tree', ({ tree }) => tree.tick)];
        const even = breakEven(this.points);
        const times = curves.flatMap(({ points }) => points.map(([, ms]) => ms));
        const y = { ...around(times.length ? [...times, FRAME_MS] : [1e-4, 1000]), label: 'time of a tick', text: timeText };
        const marks = even?.n ? [{ x: even.n, y: even.ms, texts: ['break-even:', `${whole(round2(even.n))} boxes`] }] : [];
        drawChart(this.time, { x, y, lines: curves, marks, levels: [{ y: FRAME_MS, text: 'a frame: 1/60 s' }] });
        this.time.setAttribute('aria-label', `Time of a tick against the number of boxes. ${times.length ? sayBreakEven(even) : 'Nothing is measured yet.'}`);
        const repaid = lineOf('windows that repay it', 'tree', repaying);
        this.repaid.style.display = repaid.points.length ? '' : 'none';
        if (!repaid.points.length) return;
        drawChart(this.repaid, {
            x, y: { ...around(repaid.points.map(([, many]) => many)), label: 'windows that repay the moving of a tick', text: value => (value < 1 ? String(value) : whole(value)) },
            lines: [{ ...repaid, name: '' }], height: 210,
        });
        this.repaid.setAttribute('aria-label', `Windows a tick that repay moving everything: ${repaid.points.map(([n, many]) => `${whole(Math.max(1, Math.ceil(many)))} with ${whole(n)} boxes`).join(', ')}.`);
    }
}

for (const figure of document.querySelectorAll('figure.curve')) new Curve(figure);
