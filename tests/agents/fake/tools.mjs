import { join } from 'node:path';
import { sleep } from './wire.mjs';

/** @typedef {import('./turn.mjs').FakeTurn} FakeTurn */

const content = (/** @type {string} */ text) => ({ type: 'content', content: { type: 'text', text } });

/** Opens a tool call; returns its id and a way to change it. */
export async function openTool(/** @type {FakeTurn} */ turn, /** @type {any} */ fields) {
  const toolCallId = turn.agent.newToolId();
  await turn.update({ sessionUpdate: 'tool_call', toolCallId, status: 'in_progress', ...fields });
  return {
    toolCallId,
    update: (/** @type {any} */ change) => turn.update({ sessionUpdate: 'tool_call_update', toolCallId, ...change }),
  };
}

/** @type {Record<string, import('./turn.mjs').Command>} */
export const toolCommands = {
  tool: async (turn, [kind = 'read', pace]) => {
    const path = join(turn.session.cwd, 'hello.txt');
    const tool = await openTool(turn, { title: `A ${kind} tool`, kind, locations: [{ path, line: 3 }], rawInput: {} });
    if (pace !== 'now') await turn.orCancelled(sleep(20));
    await tool.update({ title: `Finished ${kind}`, rawInput: { path } });
    await tool.update({ status: 'completed', content: [content('hello')], rawOutput: { content: 'hello' } });
  },
  failtool: async (turn) => {
    const tool = await openTool(turn, { title: 'A tool that fails', kind: 'execute' });
    await tool.update({ status: 'failed', content: [content('it broke')] });
  },
  openTool: (turn) => openTool(turn, { title: 'A tool that never ends', kind: 'execute' }),
  rejected: async (turn) => {
    const tool = await openTool(turn, { title: '`rm -rf /`', kind: 'execute' });
    await tool.update({ status: 'completed' });
  },
  aborted: async (turn) => {
    const tool = await openTool(turn, { title: 'Read File', kind: 'read', rawInput: {} });
    await tool.update({ status: 'completed', rawOutput: { rawErrorMessages: ['Error: Aborted'] } });
  },
  'update-first': async (turn) => {
    const toolCallId = turn.agent.newToolId();
    await turn.update({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: 'completed',
      content: [content('early')],
    });
    await turn.update({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: 'Called after its update',
      kind: 'read',
      status: 'pending',
    });
  },
  'tool-twice': async (turn) => {
    const toolCallId = turn.agent.newToolId();
    await turn.update({ sessionUpdate: 'tool_call', toolCallId, title: 'Edit File', kind: 'edit', rawInput: {} });
    await turn.update({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: 'Edit a.txt',
      kind: 'edit',
      status: 'completed',
    });
  },
  diff: async (turn, [kind = 'edit']) => {
    const path = join(turn.session.cwd, 'out.txt');
    const tool = await openTool(turn, { title: 'Edit File', kind: 'edit', rawInput: {} });
    const diffs = /** @type {Record<string, any>} */ ({
      edit: { oldText: 'one\ntwo\nthree\n', newText: 'one\n2\nthree\nfour\n' },
      // Cursor's markers of a new file.
      new: { oldText: '-- /dev/null', newText: `++ b/${path}\nhi` },
      delete: { oldText: 'gone\n', newText: '' },
    });
    const diff = diffs[kind];
    await tool.update({
      status: 'completed',
      title: 'Edit out.txt',
      locations: [{ path }],
      ...(diff
        ? { content: [{ type: 'diff', path, ...diff }] }
        : { rawInput: { path, old_string: 'two', new_string: '2' } }),
    });
  },
  // Whole texts of so many lines, changed at both ends and in the middle: words, spaces, lines that come and go.
  bigdiff: async (turn, [lines = '120']) => {
    const path = join(turn.session.cwd, 'src/invoice.ts');
    const old = Array.from(
      { length: Number(lines) },
      (_, at) => `export const total${at + 1} = sum(items, ${at + 1});`,
    );
    const now = old
      .with(1, 'export const grandTotal = sum(items, 2);')
      .with(40, `  ${old[40]}`)
      .toSpliced(80, 1, '// rounded to cents', 'export const total81 = round(sum(items, 81));');
    for (let at = 100; at < now.length; at += 2) now[at] = `${now[at]} // checked`;
    const tool = await openTool(turn, { title: 'Edit File', kind: 'edit', rawInput: {}, locations: [{ path }] });
    const [oldText, newText] = [old, now].map((all) => `${all.join('\n')}\n`);
    await tool.update({ status: 'completed', content: [{ type: 'diff', path, oldText, newText }] });
  },
  output: async (turn, [lines, width = '0']) => {
    const tool = await openTool(turn, { title: '`make`', kind: 'execute', rawInput: { command: 'make' } });
    const line = (/** @type {number} */ at) => `\u001b[32mline ${at}\u001b[0m of output${'.'.repeat(Number(width))}`;
    const stdout = Array.from({ length: Number(lines) }, (_, at) => line(at + 1)).join('\n');
    await tool.update({
      status: 'completed',
      rawOutput: { exitCode: 0, stdout, stderr: '' },
      // Wide ones come as Cursor's do: once.
      ...(Number(width) > 0 ? {} : { content: [content(stdout)] }),
    });
  },
  // As pi does: a terminal of its own, and `_meta` that gives each piece and the end. `open`: it asks before its
  // last piece, and never ends.
  printed: async (turn, [lines, pieces = '1', end]) => {
    const toolCallId = turn.agent.newToolId();
    const named = { terminal_id: toolCallId };
    const fields = { title: 'make', kind: 'execute', status: 'in_progress' };
    const content = [{ type: 'terminal', terminalId: toolCallId }];
    const started = { sessionUpdate: 'tool_call', toolCallId, ...fields, content };
    await turn.update({ ...started, _meta: { terminal_info: { ...named, cwd: turn.session.cwd } } });
    const tell = (/** @type {any} */ change) =>
      turn.update({ sessionUpdate: 'tool_call_update', toolCallId, ...change });
    const [count, parts] = [Number(lines), Number(pieces)];
    for (let part = 0; part < parts; part += 1) {
      if (end === 'open' && part === parts - 1) await turn.run('!permission');
      const [first, last] = [part, part + 1].map((at) => Math.floor((count * at) / parts));
      const data = Array.from({ length: last - first }, (_, at) => `line ${first + at + 1} of what 文 is printed\n`);
      await tell({ _meta: { terminal_output: { ...named, data: data.join('') } } });
      if (part % 20 === 19) await turn.orCancelled(sleep(5));
    }
    if (end !== 'open')
      await tell({ status: 'completed', _meta: { terminal_exit: { ...named, exit_code: 0, signal: null } } });
  },
  huge: async (turn, [megabytes, shape = 'lines']) => {
    const tool = await openTool(turn, { title: '`cat huge.log`', kind: 'execute' });
    const line = `${'x'.repeat(99)}${shape === 'line' ? 'x' : '\n'}`;
    const size = Number(megabytes) * 1024 * 1024;
    await tool.update({ status: 'completed', content: [content(line.repeat(Math.ceil(size / line.length)))] });
  },
};
