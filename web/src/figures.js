// What a tick cost, as a meter, a plot and tables.
import { fields } from './written.js';

/** The lines of a status (play.h) by their kinds. */
export function readStatus(text) {
    const status = { costs: [], figures: [], counters: [], signs: [], questions: [] };
    for (const [kind, ...rest] of fields(text)) {
        if (kind === 'now') [status.ticks, status.paused, status.broken, status.lost] = rest.map(Number);
        else if (kind === 'definition') [status.count, status.least, status.most] = rest.map(Number);
        else if (kind === 'cost') {
            const [, tests, upkeep, brute, pairs, ms, counted] = rest.map(Number);
            status.costs.push({ tests, upkeep, brute, pairs, ms, counted: counted !== 0 });
        } else if (kind === 'figure') status.figures.push({ name: rest[0], cells: [[rest[1], rest[2]], [rest[3], rest[4]]] });
        else if (kind === 'sign') status.signs.push({ shape: Number(rest[0]), ink: Number(rest[1]), means: rest[2] });
        else if (kind === 'counter') status.counters.push(rest);
        else if (kind === 'question') status.questions.push(rest[1]);
        else if (kind === 'step') status.step = { at: Number(rest[0]), count: Number(rest[1]), text: rest[2] };
        else status[kind] = rest[0]; // difference, message
    }
    return status;
}

export const wholeNumber = value => Math.round(value).toLocaleString('en');

/** Bars as long as their numbers are large. */
export class Meter {
    #bars;
    #saved;

    constructor(bars, saved) {
        this.#bars = bars;
        this.#saved = saved;
    }

    show(status, names) {
        const [first] = status.costs;
        const rows = status.costs.map((cost, i) => ({ name: names[i], value: cost.counted ? cost.tests + cost.upkeep : NaN, kind: i ? 'b' : 'a' }));
        rows.push({ name: 'Brute force', value: first.brute, kind: 'brute' });
        const top = Math.max(1, ...rows.map(row => row.value || 0));
        while (this.#bars.children.length < rows.length) {
            const bar = document.createElement('div');
            bar.className = 'meter-row';
            bar.append(...['name', 'track', 'value'].map(kind => Object.assign(document.createElement('span'), { className: kind })));
            bar.children[1].append(document.createElement('i'));
            this.#bars.append(bar);
        }
        while (this.#bars.children.length > rows.length) this.#bars.lastChild.remove();
        rows.forEach((row, i) => {
            const [name, track, value] = this.#bars.children[i].children;
            name.textContent = row.name;
            value.textContent = Number.isNaN(row.value) ? 'not counted' : wholeNumber(row.value);
            track.firstChild.className = row.kind;
            track.firstChild.style.inlineSize = `${row.value > 0 ? (100 * row.value / top).toFixed(3) : 0}%`;
            track.firstChild.hidden = !(row.value > 0);
        });
        const share = first.brute > 0 && first.counted ? 100 * (1 - (first.tests + first.upkeep) / first.brute) : NaN;
        this.#saved.textContent = Number.isNaN(share) ? '–' : `${share.toFixed(share > 99 ? 2 : 1)} %`;
        this.#saved.classList.toggle('bad', share < 0);
    }
}

/** Milliseconds of the last ticks of each side. */
export class Plot {
    #canvas;
    #kept = [[], []];

    constructor(canvas) {
        this.#canvas = canvas;
    }

    clear() {
        this.#kept = [[], []];
    }

    add(costs) {
        costs.forEach((cost, i) => {
            this.#kept[i].push(cost.ms);
            if (this.#kept[i].length > 240) this.#kept[i].shift();
        });
        if (costs.length < 2) this.#kept[1].length = 0;
    }

    draw(style) {
        const context = this.#canvas.getContext('2d');
        const { width, height } = this.#canvas;
        const all = this.#kept.flat();
        const sorted = [...all].sort((a, b) => a - b);
        const top = Math.max(0.05, 1.25 * (sorted[Math.floor(0.97 * (sorted.length - 1))] ?? 0));
        context.clearRect(0, 0, width, height);
        context.font = '22px ui-monospace, monospace';
        context.fillStyle = style.muted;
        context.fillText(`${top < 1 ? top.toFixed(2) : top.toFixed(1)} ms`, 4, 22);
        context.fillRect(0, height - 1, width, 1);
        this.#kept.forEach((list, side) => {
            context.strokeStyle = side ? style.b : style.a;
            context.lineWidth = 3;
            context.beginPath();
            list.forEach((ms, i) => context.lineTo(width * i / 239, height - 2 - (height - 6) * Math.min(1, ms / top)));
            context.stroke();
        });
    }
}

/** Rows of a table, kept and changed in place. */
export function fillTable(body, rows) {
    while (body.rows.length > rows.length) body.deleteRow(-1);
    rows.forEach((cells, i) => {
        const row = body.rows[i] ?? body.insertRow();
        while (row.cells.length > cells.length) row.deleteCell(-1);
        cells.forEach(({ text, tone, head }, k) => {
            let cell = row.cells[k];
            if (!cell) {
                cell = document.createElement(head ? 'th' : 'td');
                if (head) cell.scope = 'row';
                row.append(cell);
            }
            if (cell.textContent !== text) cell.textContent = text;
            cell.className = tone ?? '';
        });
    });
}

const tones = ['', 'quiet', 'good', 'bad', ''];

/** The table of figures; `sides`: 1 or 2. */
export function figureRows(status, sides) {
    return status.figures.map(({ name, cells }) => [{ text: name, head: true },
        ...cells.slice(0, sides).map(([text, tone]) => ({ text: text ?? '–', tone: tones[tone] }))]);
}

export function counterRows(status) {
    return status.counters.map(([name, value]) => [{ text: name, head: true }, { text: value }]);
}
