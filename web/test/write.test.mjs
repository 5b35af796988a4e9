// The tree of "Write your own quadtree" in node: each section agrees with brute force and counts what the guide's program in C
// prints, and each fault of the page is noticed, as the guide shows it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { handingOver, lessons, sectionsOf, withFault } from '../learn/write/lessons.js';

const here = path => readFileSync(new URL(path, import.meta.url), 'utf8');
const original = sectionsOf(here('../learn/write/tree.js'));
const checks = here('../learn/write/checks.js');
// Beside the built page, which the test's own copy of these files is not in.
const root = process.env.QUADRILLE_WEB ? join(process.env.QUADRILLE_WEB, '../..') : fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(join(root, 'docs/guide/write-your-own.md'), 'utf8');

/** Runs the sections up to `last` as the worker does; returns the result of that one. */
function run(sections, last, count = 1000) {
    const own = {};
    const context = createContext({ handOver: names => Object.assign(own, names) });
    runInContext('var self = globalThis;', context);
    runInContext(checks, context);
    for (let i = 0; i <= last; i++) runInContext(handingOver(sections[i], lessons[i].names), context);
    return context.runSection(last, own, count);
}

const faulty = (section, fault) => original.map((code, i) => (i === section ? withFault(code, fault) : code));
const line = ({ what, found, most, wanted }) => `   ${what}: ${found}, ${most ? 'at most' : 'by brute force'} ${wanted}`;

/** What the guide's program prints: of each section, and of each fault, in their order. */
const blocks = [...guide.matchAll(/```(text|diff)\n([\s\S]*?)```/g)].map(([, kind, body]) => ({ kind, lines: body.trimEnd().split('\n') }));
const printed = blocks.filter(({ lines }) => /^\d\. /.test(lines[0]));
const seen = blocks.filter((block, i) => blocks[i - 1]?.kind === 'diff');

test('no line of the code is cut off beside the picture', () => {
    assert.deepEqual(original.flatMap(code => code.split('\n')).filter(code => code.length > 67), []);
});

test('there are seven sections, and brute force agrees with each, for any number of boxes', () => {
    assert.equal(original.length, 7);
    for (const count of [50, 199])
        for (const [i, { title }] of lessons.entries()) {
            const { checks: all, frames } = run(original, i, count);
            assert.ok(all.length >= 1 && frames.length >= 1, title);
            for (const check of all) assert.ok(check.right, `${title}, ${count} boxes: ${line(check)}`);
        }
});

for (const [i, { title, faults }] of lessons.entries()) {
    test(`${title}: it counts what the program in C prints`, () => {
        const { checks: all, notes } = run(original, i);
        assert.equal(printed[i].lines[0], `${i + 1}. ${title}`);
        const lines = [...notes.map(note => `   ${note}`), ...all.map(line)];
        for (const one of printed[i].lines.slice(1)) assert.ok(lines.includes(one), `${one}; but ${lines.join('\n')}`);
    });

    for (const fault of faults)
        test(`${title}: "${fault[0]}" is noticed, and counts what the guide shows`, () => {
            const { lines } = seen[lessons.flatMap(lesson => lesson.faults).indexOf(fault)];
            const { checks: all, notes } = run(faulty(i, fault), i);
            const had = [...notes.map(note => `   ${note}`), ...all.map(line)];
            for (const one of lines) assert.ok(had.includes(one), `${one}; but ${had.join('\n')}`);
            const wrong = run(faulty(i, fault), i, 200).checks.filter(check => !check.right); // as many boxes as the page begins with
            assert.ok(wrong.length > 0);
            assert.ok(wrong.every(check => check.most || check.where.length > 0), 'it says where');
        });
}

test('no fault is made where the reader has changed its lines', () => {
    assert.equal(withFault('something else', lessons[0].faults[0]), null);
});
