// Measures in a worker of its own: the page answers meanwhile, and ends it at any moment.
import { compiled } from '../../src/engine.js';
import { Play } from '../../src/module.js';
import { measure } from './measure.js';

self.onmessage = async ({ data: settings }) => {
    try {
        const [first, rest] = await Promise.all(['play.wasm', 'play-rest.wasm'].map(compiled));
        const play = await Play.load(first, () => rest);
        play.complete(rest); // before the first lap
        for (const step of measure(play, () => performance.now(), settings)) self.postMessage(step);
        self.postMessage({ ended: true });
    } catch (error) {
        self.postMessage({ failed: error.message });
    }
};
