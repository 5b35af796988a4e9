// Each mistake really runs: with its fault brute force disagrees, with its cure it agrees, whatever the slider says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mistakes, run, sourceOf } from '../learn/mistakes/mistakes.js';

const start = ({ setting }) => setting.values[setting.start];

/** A mistake as the page has it: its fault is seen at once, and its cure is right everywhere. */
function judge(mistake) {
    assert.ok(!run(mistake, false, start(mistake)).right, 'the fault is not seen at the first look');
    for (const value of mistake.setting.values) {
        const { rows, wrong, right } = run(mistake, true, value);
        assert.ok(right, `${value}: ${JSON.stringify(rows)}, wrong: ${[...wrong]}`);
    }
}

test('there are ten, with names of their own', () => {
    assert.equal(mistakes.length, 10);
    assert.equal(new Set(mistakes.map(({ name }) => name)).size, 10);
});

for (const mistake of mistakes) {
    test(`${mistake.title}: brute force disagrees, and agrees with the cure`, () => judge(mistake));

    test(`${mistake.title}: a cure that is none is noticed`, () => {
        assert.throws(() => judge({ ...mistake, cure: mistake.fault }), assert.AssertionError);
    });

    test(`${mistake.title}: at most four sentences, and the code that runs`, () => {
        for (const text of [mistake.met, mistake.cured]) {
            const sentences = text.match(/[.!?](?= |$)/g).length;
            assert.ok(sentences <= 4, text);
        }
        assert.notEqual(sourceOf(mistake, false), sourceOf(mistake, true));
        for (const name of mistake.shows) assert.ok(sourceOf(mistake, false).includes(name));
    });
}
