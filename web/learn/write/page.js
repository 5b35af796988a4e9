// "Write your own quadtree": the reader edits the sections; all of them run after each change, and each shows its picture, its
// counts beside those of brute force, and the line of an error.
import { onTheme } from '../../src/theme.js';
import { countsTable, element, onlyWork, TOO_MUCH_WORK } from '../counts.js';
import { describe, drawFrame } from '../plane.js';
import { Editor } from './editor.js';
import { handingOver, lessons, sectionsOf, withFault } from './lessons.js';
import { limitOf, run } from './runner.js';

const PAUSE_MS = 300; // after the last key
const STEP_MS = 250; // while steps play
const KEY = 'write-your-own'; // what the browser keeps of the reader's code

const seconds = ms => `${ms / 1000} seconds`;

/** One section on the page: its editor, its picture and its counts. */
class Bench {
    constructor(page, number, original, code) {
        Object.assign(this, { page, number, original, lesson: lessons[number], frames: [], shown: 0 });
        const place = document.querySelector(`[data-section="${number}"]`);
        const editor = element('div', { className: 'editor' });
        this.editor = new Editor(editor, `Code of section ${number + 1}, ${this.lesson.title}`, original, code, () => page.changed());
        this.faults = this.lesson.faults.map(fault => this.#button(`Fault: ${fault[0]}`, () => {
            this.editor.code = this.isFaulty(fault) ? this.original : withFault(this.editor.code, fault);
            page.changed(0);
        }));
        this.restore = this.#button('Restore', () => {
            this.editor.code = this.original;
            page.changed(0);
        });
        this.canvas = element('canvas', { className: 'plane' });
        this.canvas.setAttribute('role', 'img');
        this.label = element('output');
        this.range = element('input', { type: 'range', min: 0, max: 0, step: 1 });
        this.range.addEventListener('input', () => { this.stop(); this.show(Number(this.range.value)); });
        this.play = this.#button('Play', () => (this.clock ? this.stop() : this.start()));
        this.steps = element('div', { className: 'steps-row', hidden: true }, element('label', { className: 'slider' }, 'Step ', this.label, this.range), this.play);
        this.verdict = element('p', { className: 'verdict' });
        this.verdict.setAttribute('role', 'status');
        this.goTo = this.#button('', () => this.page.benches[this.place.section].editor.goTo(this.place.line));
        this.counts = element('div', { className: 'counts' });
        place.append(
            element('div', { className: 'bench-code' }, editor, element('div', { className: 'row' }, ...this.faults, this.restore)),
            element('div', { className: 'bench-picture' }, this.canvas, this.steps, this.verdict, this.goTo, this.counts));
        this.goTo.hidden = true;
    }

    #button(text, act) {
        const button = element('button', { type: 'button', textContent: text });
        button.addEventListener('click', act);
        return button;
    }

    isFaulty(fault) {
        return this.editor.code === withFault(this.original, fault);
    }

    /** The buttons follow the code. */
    follow() {
        this.restore.disabled = this.editor.code === this.original;
        for (const [i, fault] of this.lesson.faults.entries()) {
            const on = this.isFaulty(fault);
            this.faults[i].setAttribute('aria-pressed', String(on));
            this.faults[i].disabled = !on && withFault(this.editor.code, fault) === null;
        }
    }

    #say(text, state, place = null) {
        if (this.verdict.textContent !== text) this.verdict.textContent = text; // a screen reader reads changes alone
        this.verdict.dataset.state = state;
        this.place = place?.line ? place : null;
        this.goTo.hidden = !this.place;
        if (this.place) this.goTo.textContent = `Go to line ${place.line}${place.section === this.number ? '' : ` of section ${place.section + 1}`}`;
    }

    /** Shows how a run of this section ended. */
    ended({ result, error, place, stopped, skipped }) {
        this.stop();
        this.counts.replaceChildren();
        this.frames = result?.frames ?? [];
        if (result) this.#compared(result);
        else if (stopped) this.#say(`Stopped: this section had not ended after ${seconds(stopped)}. Does a loop never end?`, 'bad');
        else if (skipped !== undefined) this.#say(`Not run, because section ${skipped + 1} was stopped.`, 'off');
        else this.#failed(error, place);
        const last = Math.max(this.frames.length - 1, 0);
        this.shown = this.steps.hidden || Number(this.range.max) !== last ? last : Math.min(this.shown, last);
        Object.assign(this.range, { max: last, value: this.shown });
        this.steps.hidden = last === 0;
        this.draw();
    }

    #failed(error, place) {
        const lines = place ? this.page.benches[place.section].editor.code.split('\n').length : 0;
        const at = place?.line ? { ...place, line: Math.min(place.line, lines) } : null; // the end of the code is its last line
        const where = !at ? '' : at.section === this.number ? `Line ${at.line}: ` : `Section ${at.section + 1}, line ${at.line}: `;
        this.#say(`${where}${error}`, 'bad', at);
        if (at) this.page.benches[at.section].editor.mark(at.line);
    }

    #compared({ checks, notes }) {
        const wrong = checks.filter(check => !check.right);
        const all = checks.length === 1 ? 'the answer' : `all ${checks.length} answers`;
        if (!wrong.length) this.#say(`Brute force agrees with ${all}.`, 'good');
        else this.#say(onlyWork(wrong) ? TOO_MUCH_WORK : `Brute force disagrees with ${wrong.length} of ${checks.length}.`, 'bad');
        this.counts.append(countsTable('your tree', checks));
        const where = [...new Set(checks.flatMap(check => check.where))];
        const list = (texts, className) => element('ul', { className }, ...texts.map(text => element('li', { textContent: text })));
        if (where.length) this.counts.append(list(where, 'where'));
        if (notes.length) this.counts.append(list(notes, 'notes'));
    }

    show(step) {
        this.shown = step;
        this.range.value = step;
        this.draw();
    }

    /** Plays the steps, from the first one where the last is shown. */
    start() {
        this.show(this.shown < this.frames.length - 1 ? this.shown : 0);
        this.clock = setInterval(() => {
            this.show(this.shown + 1);
            if (this.shown >= this.frames.length - 1) this.stop();
        }, STEP_MS);
        this.play.textContent = 'Stop';
    }

    stop() {
        clearInterval(this.clock);
        this.clock = 0;
        this.play.textContent = 'Play';
    }

    draw() {
        const frame = this.frames[this.shown];
        this.canvas.hidden = !frame;
        if (!frame) return;
        this.label.textContent = frame.label;
        this.range.setAttribute('aria-valuetext', frame.label);
        this.canvas.setAttribute('aria-label', describe(frame));
        drawFrame(this.canvas, frame);
    }
}

class Page {
    constructor(text) {
        this.originals = sectionsOf(text);
        this.pause = PAUSE_MS; // tests have none
        const kept = this.kept = this.#kept();
        this.benches = this.originals.map((original, i) => new Bench(this, i, original, kept[i] ?? original));
        this.count = document.getElementById('count');
        this.count.addEventListener('input', () => this.changed());
        document.getElementById('save').addEventListener('click', () => this.#save());
        onTheme(() => this.draw());
        new ResizeObserver(() => this.draw()).observe(document.querySelector('main'));
        this.changed(0);
    }

    #kept() {
        try {
            const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
            return Array.isArray(kept) ? kept.map(code => (typeof code === 'string' ? code : null)) : [];
        } catch {
            return []; // nothing is kept, or nothing may be
        }
    }

    /** Keeps the sections that have changed here; another tab may have changed others. */
    #keep() {
        const own = this.benches.map(({ editor, original }) => (editor.code === original ? null : editor.code));
        const others = this.#kept();
        const changed = own.map((code, i) => (code === (this.kept[i] ?? null) ? others[i] ?? null : code));
        this.kept = own;
        try {
            if (changed.some(Boolean)) localStorage.setItem(KEY, JSON.stringify(changed));
            else localStorage.removeItem(KEY);
        } catch { /* then the code is gone with the page */ }
    }

    /** All sections as one file. */
    #save() {
        const text = this.benches.map(({ editor, number }) => `// ---- ${number + 1}. ${lessons[number].title}\n${editor.code}\n`).join('\n');
        const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
        element('a', { href: url, download: 'tree.js' }).click();
        setTimeout(() => URL.revokeObjectURL(url), 1000);
    }

    /** Runs all sections, a moment after the last change. */
    changed(pause = this.pause) {
        for (const bench of this.benches) bench.follow();
        document.getElementById('count-now').textContent = this.count.value;
        document.getElementById('limit').textContent = seconds(limitOf(Number(this.count.value)));
        this.#keep();
        this.wanted = (this.wanted ?? 0) + 1;
        document.documentElement.dataset.wanted = this.wanted;
        clearTimeout(this.later);
        this.later = setTimeout(() => this.#run(), pause);
    }

    #run() {
        this.end?.();
        const number = this.wanted;
        const ended = [];
        const sections = this.benches.map(({ editor, lesson }) => handingOver(editor.code, lesson.names));
        this.end = run(sections, Number(this.count.value), (i, outcome) => { ended[i] = outcome; }, () => {
            for (const { editor } of this.benches) editor.mark(null);
            for (const [i, bench] of this.benches.entries()) bench.ended(ended[i]);
            document.documentElement.dataset.ran = number; // what is shown follows from this change: for tests
        });
    }

    draw() {
        for (const bench of this.benches) bench.draw();
    }
}

try {
    const response = await fetch(new URL('tree.js', import.meta.url));
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    window.page = new Page(await response.text());
} catch (error) {
    document.getElementById('alert').textContent = `The tree could not be loaded: ${error.message}`;
}
