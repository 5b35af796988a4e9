// "Step by step": a player for each operation of a quadtree, and the same boxes undivided, divided once and divided twice.
import { onTheme } from '../../src/theme.js';
import { operations } from './operations.js';
import { Player } from './player.js';
import { Thrice } from './thrice.js';

const players = operations.map(operation => new Player(document.querySelector(`[data-operation="${operation.name}"]`), operation));
const figures = [...players, new Thrice(document.getElementById('thrice'))];
const draw = () => figures.forEach(figure => figure.draw());
onTheme(draw);
new ResizeObserver(draw).observe(document.querySelector('main'));
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
window.steps = { players, draw };
