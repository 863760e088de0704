// Bundled for the window, in which it stands alone: the same chunks at the same pace, shown in ways that are not ours.
import { code } from '@streamdown/code';
import { createElement, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Streamdown } from 'streamdown';

const plugins = { code };
const remarkPlugins = [remarkGfm];

const WAYS = {
  /** The floor: text is added to text. */
  plain: (scroller) => {
    const text = document.createTextNode('');
    const paragraph = document.createElement('p');
    paragraph.className = 'plain';
    paragraph.append(text);
    scroller.replaceChildren(paragraph);
    return {
      add: (more) => {
        text.appendData(more);
        scroller.scrollTop = scroller.scrollHeight;
      },
      end: () => scroller.replaceChildren(),
    };
  },
  streamdown: (scroller) =>
    inReact(scroller, (text) => createElement(Streamdown, { plugins, isAnimating: true }, text)),
  reactMarkdown: (scroller) => inReact(scroller, (text) => createElement(Markdown, { remarkPlugins }, text)),
};

function inReact(scroller, draw) {
  let set;
  function Answer() {
    const [text, setText] = useState('');
    set = setText;
    useLayoutEffect(() => {
      scroller.scrollTop = scroller.scrollHeight;
    }, [text]);
    return draw(text);
  }
  const root = createRoot(scroller);
  root.render(createElement(Answer));
  return { add: (more) => set((text) => text + more), end: () => root.unmount() };
}

/** Chunks come from another thread by the clock, as ours come from another process. */
const PACER = `onmessage = ({ data: { chunks, rate } }) => {
  const start = performance.now();
  let index = 0;
  const step = () => {
    while (index < chunks.length && start + (index * 1000) / rate - performance.now() < 1) {
      postMessage({ text: chunks[index], at: performance.timeOrigin + performance.now() });
      index += 1;
    }
    if (index < chunks.length) setTimeout(step, start + (index * 1000) / rate - performance.now());
  };
  step();
};`;

/** Shows an answer; gives when its last chunk was sent, and what it takes to end. */
globalThis.showAnswer = (way, chunks, rate) =>
  new Promise((resolve) => {
    const shown = WAYS[way](document.querySelector('main'));
    const worker = new Worker(URL.createObjectURL(new Blob([PACER])));
    let waiting = '';
    let left = chunks.length;
    const flush = () => {
      shown.add(waiting);
      waiting = '';
    };
    worker.addEventListener('message', ({ data: { text, at } }) => {
      if (waiting === '') requestAnimationFrame(flush);
      waiting += text;
      left -= 1;
      if (left > 0) return;
      worker.terminate();
      globalThis.clearAnswer = shown.end;
      resolve(at);
    });
    worker.postMessage({ chunks, rate });
  });
