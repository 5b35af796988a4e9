// The counts of a tree beside those of brute force, as a table; for the chapters that run trees in JavaScript.

import { element } from '../src/element.js';

export { element };

function mark(right) {
    const span = element('span', { className: right ? 'good' : 'bad', textContent: right ? '✓' : '✗' });
    span.setAttribute('role', 'img');
    span.setAttribute('aria-label', right ? 'right' : 'wrong');
    return span;
}

/** Rows: what is counted, what was found and wanted (or at most that), whether it is right (undefined: not judged), and a remark. */
export function countsTable(name, rows) {
    const head = element('tr', {}, element('td'), ...[name, 'brute force'].map(textContent => element('th', { scope: 'col', textContent })));
    const body = rows.map(({ what, found, wanted, most, right, remark }) => {
        const beside = element('td', { textContent: `${most && wanted ? 'at most ' : ''}${wanted.toLocaleString('en')}` });
        if (remark) beside.append(element('small', { textContent: ` ${remark}` }));
        return element('tr', {}, element('th', { scope: 'row' }, ...(right === undefined ? [] : [mark(right), ' ']), what),
            element('td', { className: right === false ? 'bad' : '', textContent: found.toLocaleString('en') }), beside);
    });
    return element('table', { className: 'figures' }, element('thead', {}, head), element('tbody', {}, ...body));
}

/** The checks that fail, if each of them limits the work alone: then no answer is wrong. */
export const onlyWork = failed => failed.every(({ most, wanted }) => most && wanted > 0);

export const TOO_MUCH_WORK = 'The answers are right, but the work is too much.';
