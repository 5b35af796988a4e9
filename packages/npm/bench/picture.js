// A picture of what bench.js prints: how many times as long as quadrille each library takes, for one number of boxes.
//   node bench/picture.js TABLES.md NUMBER >picture.svg
import { readFileSync } from 'node:fs';

const [file, number] = process.argv.slice(2);
const section = readFileSync(file, 'utf8').split(/\n(?=\d+ boxes or points)/).find((text) => text.startsWith(`${number} `));
if (!section) throw new Error(`${file} has no tables of ${number} boxes`);
const [names, , ...rows] = section.split('\n').filter((line) => line.startsWith('|')).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));
const colors = { flatbush: '#e66100', rbush: '#b2559a', kdbush: '#009e73', 'd3-quadtree': '#8d96a3', 'quadtree-ts': '#b38600', 'box-intersect': '#5d3a9b' };

const LEFT = 290, WIDE = 620, TOP = 56, BAR = 11, GAP = 10, MOST = 200;
const at = (times) => LEFT + WIDE * Math.log10(Math.min(MOST, Math.max(0.5, times)) / 0.5) / Math.log10(MOST / 0.5);
const parts = [];
let y = TOP, above = '';
for (const [title, own, ...cells] of rows) {
    const bars = cells.map((cell, i) => [names[i + 2], Number(cell) / Number(own)]).filter(([, times]) => times > 0);
    above = title.startsWith('the same') ? above : title;
    parts.push(`<text x="${LEFT - 10}" y="${y + bars.length * BAR / 2 + 4}" text-anchor="end">${title.replace('the same', `  ${above.split(',')[0]}`)}</text>`);
    for (const [name, times] of bars) {
        const [from, to] = [at(1), at(times)].sort((a, b) => a - b);
        parts.push(`<rect x="${from.toFixed(1)}" y="${y}" width="${(to - from).toFixed(1)}" height="${BAR - 1}" fill="${colors[name]}"/>`,
            `<text x="${(at(times) + (times < 1 ? -4 : 4)).toFixed(1)}" y="${y + BAR - 2}" class="small"${times < 1 ? ' text-anchor="end"' : ''}>${times.toPrecision(2)}</text>`);
        y += BAR;
    }
    y += GAP;
}
const lines = [0.5, 1, 2, 5, 10, 20, 50, 100, 200].map((times) => `<line x1="${at(times)}" y1="${TOP - 8}" x2="${at(times)}" y2="${y}" class="${times === 1 ? 'one' : 'grid'}"/>
<text x="${at(times)}" y="${TOP - 12}" text-anchor="middle" class="small">${times}</text>`);
const key = Object.entries(colors).map(([name, color], i) => `<rect x="${LEFT + 118 * i}" y="10" width="10" height="10" fill="${color}"/><text x="${LEFT + 118 * i + 15}" y="19">${name}</text>`);
console.log(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDE + 50} ${y + 10}" font-family="sans-serif" font-size="12">
<style>text { fill: #1a1f2b } .small { font-size: 10px; fill: #5a6273 } .grid { stroke: #e3e6ec } .one { stroke: #2b83ba; stroke-width: 2 }</style>
<rect width="100%" height="100%" fill="#fff"/>
${[...lines, ...key, ...parts].join('\n')}
</svg>`);
