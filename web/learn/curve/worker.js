// Measures in a worker of its own: the page answers meanwhile, and ends it at any moment.
import { Play } from '../../src/module.js';
import { measure } from './measure.js';

self.onmessage = async ({ data: settings }) => {
    try {
        const play = await Play.load(fetch(new URL('../../play.wasm', import.meta.url)));
        for (const step of measure(play, () => performance.now(), settings)) self.postMessage(step);
        self.postMessage({ ended: true });
    } catch (error) {
        self.postMessage({ failed: error.message });
    }
};
