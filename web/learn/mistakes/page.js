// "Mistakes": ten figures. Each runs a small tree with a known fault or with its cure, and shows brute force beside it.
import { onTheme } from '../../src/theme.js';
import { countsTable, element, onlyWork, TOO_MUCH_WORK } from '../counts.js';
import { describe, drawFrame } from '../plane.js';
import { mistakes, run, sourceOf } from './mistakes.js';

/** A picture of a result: cells, and boxes that are there, found or wrong. */
function frameOf({ tree, boxes, found, marked, wrong, window, lines = [] }, label, view) {
    const middle = i => [(boxes[i].left + boxes[i].right) / 2, (boxes[i].bottom + boxes[i].top) / 2];
    const cells = tree.nodes().flatMap(({ x, y, half, depth, bounds, children }) =>
        [x, y, half, depth, bounds.left, bounds.bottom, bounds.right, bounds.top, children ? 0 : 1]);
    return {
        label, view: view ?? [-24, -24, 1048, 1048],
        cells: Float32Array.from(cells),
        boxes: Float32Array.from(boxes.flatMap(({ left, bottom, right, top }) => [left, bottom, right, top])),
        kinds: Uint8Array.from(boxes, (_, i) => (wrong.has(i) ? 3 : marked?.has(i) ? 4 : found.has(i) ? 2 : 1)),
        window: window && [window.left, window.bottom, window.right, window.top],
        lines: lines.flatMap(pair => pair.split(' ').flatMap(middle)),
    };
}

class Figure {
    constructor(place, mistake, number) {
        this.mistake = mistake;
        this.isCured = false;
        const { title, met, cured, setting, name } = mistake;
        this.canvas = element('canvas', { className: 'plane' });
        this.canvas.setAttribute('role', 'img');
        this.now = element('output');
        this.range = element('input', { type: 'range', min: 0, max: setting.values.length - 1, step: 1, value: setting.start });
        this.range.addEventListener('input', () => this.run());
        this.verdict = element('p', { className: 'verdict' });
        this.verdict.setAttribute('role', 'status');
        this.counts = element('div', { className: 'counts' });
        this.code = element('code');
        const figure = element('figure', { className: 'bench' },
            element('div', { className: 'bench-picture' }, this.canvas,
                element('label', { className: 'slider' }, `${setting.label} `, this.now, this.range)),
            element('div', { className: 'bench-says' }, this.#choice(name), this.verdict, this.counts, element('pre', {}, this.code)));
        figure.setAttribute('aria-label', title);
        const heading = element('h2', { id: name, textContent: `${number}. ${title}` });
        const cure = element('p', {}, element('b', { textContent: 'The cure. ' }), cured);
        place.append(element('section', {}, heading, element('p', { textContent: met }), figure, cure));
        this.run();
    }

    /** The two radio buttons. */
    #choice(name) {
        const one = (label, isCured) => {
            const radio = element('input', { type: 'radio', name, checked: !isCured });
            radio.addEventListener('change', () => { this.isCured = isCured; this.run(); });
            return element('label', {}, radio, element('span', { textContent: label }));
        };
        return element('fieldset', { className: 'tools' }, element('legend', { className: 'hidden', textContent: 'The tree runs' }), one('With the fault', false), one('With the cure', true));
    }

    run() {
        const { mistake, isCured } = this;
        const value = mistake.setting.values[Number(this.range.value)];
        this.result = run(mistake, isCured, value);
        this.now.textContent = value.toLocaleString('en');
        this.range.setAttribute('aria-valuetext', this.now.textContent);
        this.code.textContent = sourceOf(mistake, isCured);
        this.#compare(this.result);
        this.draw();
    }

    #compare({ rows, right, wrong }) {
        const many = wrong.size === 1 ? '1 box is red.' : `${wrong.size} boxes are red.`;
        const agrees = `Brute force agrees${this.isCured ? '' : ' here: move the slider'}.`;
        const failed = rows.filter(row => row.right === false);
        const differs = failed.length === 1 && failed[0].says ? failed[0].says : onlyWork(failed) && !wrong.size ? TOO_MUCH_WORK : `Brute force disagrees.${wrong.size ? ` ${many}` : ''}`;
        const text = right ? agrees : differs;
        if (this.verdict.textContent !== text) this.verdict.textContent = text;
        this.verdict.dataset.state = right ? 'good' : 'bad';
        this.counts.replaceChildren(countsTable('this tree', rows));
    }

    draw() {
        const frame = frameOf(this.result, `${this.mistake.setting.label}: ${this.now.textContent}`, this.mistake.view);
        this.canvas.setAttribute('aria-label', describe(frame));
        drawFrame(this.canvas, frame);
    }
}

const place = document.getElementById('figures');
const contents = document.getElementById('contents');
const figures = mistakes.map((mistake, i) => {
    contents.append(element('li', {}, element('a', { href: `#${mistake.name}`, textContent: mistake.title })));
    return new Figure(place, mistake, i + 1);
});
const draw = () => figures.forEach(figure => figure.draw());
onTheme(draw);
new ResizeObserver(draw).observe(document.querySelector('main'));
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
