// The library's own worker: it colours the lines and finds the words that differ.
import '@pierre/diffs/worker/worker.js';
