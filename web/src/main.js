// The page: a scene, its controls, and what it costs.
import { Controls } from './controls.js';
import { Meter, Plot, counterRows, figureRows, fillTable } from './figures.js';
import { lessMotion } from './hand.js';
import { Legend } from './legend.js';
import { css } from './palette.js';
import { Show } from './show.js';
import { readLink, writeLink } from './state.js';

const at = id => document.getElementById(id);

/** Changes an element's text where it is another one: readers of screens hear of each change. */
function write(id, text) {
    if (at(id).textContent !== text) at(id).textContent = text;
}

const keeping = () => import('./keep.js');
const PATIENCE_MS = 5000; // for a frame, before a way out is offered
const FIGURES_FIRST = 6; // rows of the table, and the rest is folded (READOUT_FIRST of apps/demo/readout.h)

class Page extends Show {
    frames = 0;
    recording = ''; // the scene that is being recorded
    second = performance.now();
    address = ''; // what the page has followed or written after the #

    async start() {
        const { lists } = await this.engine.ready;
        const elements = Object.fromEntries(['shapes', 'pixels', 'pad', 'cursor'].map(id => [id, at(id)]));
        document.querySelector('.skip').addEventListener('click', event => { // the address is the state's
            event.preventDefault();
            at('panel').focus();
        });
        await this.begin(elements, readLink(location.hash, lists).state.draw);
        this.meter = new Meter(at('meter-bars'), at('saved'));
        this.plot = new Plot(at('plot'));
        this.legend = new Legend(at('legend'));
        this.controls = new Controls(this, lists);
        this.engine.onfailure = message => this.alert(message, true);
        addEventListener('hashchange', () => {
            this.address = location.hash;
            if (this.address !== writeLink(this.state) && !/^#[^=]+$/.test(this.address)) this.follow(this.address);
        });
        at('slow-end').addEventListener('click', () => {
            this.startAgain({ method: 'quadtree', beside: '', verify: false }).catch(error => this.alert(error.message, true));
        });
        lessMotion.addEventListener('change', () => { if (lessMotion.matches) this.set('paused', true); });
        setInterval(() => { at('slow').hidden = this.engine.awaited < PATIENCE_MS; }, 500);
        this.address = location.hash;
        this.follow(this.address);
        this.run(true);
    }

    /** What the first picture does not wait for. */
    async goOn() {
        this.engine.complete();
        const [{ bindKeys }, { Tree }] = await Promise.all([import('./keys.js'), import('./tree.js'), keeping()]);
        bindKeys(this);
        this.tree = new Tree(this, { canvas: at('tree'), frame: at('tree-cell'), text: at('tree-text'), pad: at('pad') });
    }

    /** Shows what an address says. */
    follow(hash) {
        const { state, refused } = readLink(hash, this.lists);
        this.state = state;
        this.state.paused ||= lessMotion.matches;
        this.open();
        if (refused.length) import('./trouble.js').then(({ sayRefused }) => this.alert(sayRefused(refused), true));
    }

    open() {
        if (this.recording) this.record(); // its scene is about to go
        this.alert('');
        this.plot.clear();
        super.open();
    }

    async startAgain(values) {
        this.recording = ''; // it is lost
        write('record', 'Start again and record');
        await super.startAgain(values);
    }

    changeScene(name) {
        this.change({ scene: name, count: null, size: null, speed: null, levels: null, view: '' });
    }

    changed() {
        this.controls.show();
        this.alert(lessMotion.matches && this.state.paused ? 'Your system asks for less motion, so the scene waits: Step makes one tick, Go on starts it.' : '', false, 'motion');
        clearTimeout(this.linking); // browsers allow only so many new addresses a second
        this.linking = setTimeout(() => {
            if (location.hash !== this.address) return this.changed(); // a new link: its event comes first
            history.replaceState(null, '', writeLink(this.state) || location.pathname + location.search);
            this.address = location.hash;
        }, 250);
    }

    said(status, sides, ticks) {
        this.status = status;
        this.frames++;
        if (ticks) this.plot.add(status.costs);
        this.#say(status, sides);
        if (this.frames % 6 === 1) this.#sayFigures(status, sides);
        document.documentElement.dataset.drawn = String(this.frames);
        if (this.frames === 1) this.goOn().catch(error => this.alert(`Keys and the diagram could not be loaded: ${error.message}`, true));
    }

    /** What has to be seen at once. */
    #say(status, sides) {
        at('steps').hidden = !status.step;
        at('arrows').hidden = !this.isSteered || Boolean(status.step);
        if (status.step) {
            write('step-at', `Step ${status.step.at} of ${status.step.count}.`);
            write('step-text', status.step.text);
        }
        at('lost').hidden = status.lost !== 1;
        const answer = status.step ? '' : status.questions.join(' · ');
        at('answer').hidden = answer === '';
        write('answer', answer);
        this.alert(status.difference ?? status.message ?? '', Boolean(status.difference), 'scene');
        write('side-a', sides > 1 ? this.label('methods', this.state.method) : '');
        write('side-b', sides > 1 ? this.label('methods', this.state.beside) : '');
    }

    #sayFigures(status, sides) {
        const names = [this.state.method, this.state.beside].map(name => this.label('methods', name));
        const { colors } = this.picture.colors;
        this.meter.show(status, names);
        this.legend.show(status.signs, colors);
        this.plot.draw({ a: css(colors, 1), b: css(colors, 2), muted: css(colors, 3) });
        write('figures-a', names[0]);
        write('figures-b', sides > 1 ? names[1] : '');
        at('figures-b').hidden = sides < 2; // a header without text is none
        const rows = figureRows(status, sides);
        fillTable(at('figures'), rows.slice(0, FIGURES_FIRST));
        fillTable(at('figures-more'), rows.slice(FIGURES_FIRST));
        fillTable(at('counters'), counterRows(status));
        this.controls.showCount(status);
        this.#sayRates(performance.now());
    }

    #sayRates(now) {
        const passed = now - this.second;
        if (passed < 1000) return;
        const rate = count => (1000 * count / passed).toFixed(0);
        const by = this.picture.wantsPixels ? 'by the library itself' : 'by WebGL';
        write('rates', `${rate(this.ratesOf.ticks)} ticks and ${rate(this.ratesOf.frames)} frames a second, drawn ${by}.`);
        this.ratesOf = { ticks: 0, frames: 0 };
        this.second = now;
    }

    /** A line over the controls; '' takes it away. `from`: each source has one line. */
    alert(text, bad, from = 'page') {
        const id = `alert-${from}`;
        if (!text) {
            at(id)?.remove();
            return;
        }
        if (!at(id)) at('alerts').append(Object.assign(document.createElement('p'), { id }));
        at(id).className = bad ? 'alert bad' : 'alert';
        write(id, text);
    }

    /** Begins to record, or ends it and offers the file. */
    async record() {
        const name = this.recording;
        this.recording = name ? '' : this.state.scene;
        write('record', name ? 'Start again and record' : 'End it and save');
        if (!name) return this.engine.tell('record', true);
        const ended = this.engine.ask('record', false); // before another scene opens
        (await keeping()).save(await ended, name);
    }

    async share() {
        (await keeping()).share(this, location.origin + location.pathname + writeLink(this.state));
    }
}

const page = new Page();
window.quadrille = page; // for tests, and for the curious
page.start().catch(error => {
    write('scene-summary', `The library could not be loaded: ${error.message}.`);
    at('scene-summary').classList.add('bad');
    console.error(error);
});
