import { TEA_FILE, readTeas } from '../teaTimer';
import type { Turn } from '../turn';

const TIMER_FILE = 'src/timer.ts';

/** Reads the sample project for real and tells what is in it, with a table and a code block. */
export async function playRead(turn: Turn): Promise<void> {
  const { script, project, pace } = turn;
  const search = await turn.tool({
    title: script.tools.searched('teas'),
    kind: 'search',
    path: project.folder,
    rawInput: { pattern: 'teas', path: project.folder },
  });
  await pace.pause(350);
  await search.update({
    status: 'completed',
    rawOutput: { totalMatches: 3, truncated: false },
    content: [text('src/teas.ts:1\nsrc/timer.ts:1\nsrc/timer.ts:5')],
  });
  const list = await readFile(turn, TEA_FILE);
  const timer = await readFile(turn, TIMER_FILE);
  const code = /export function[\s\S]*/.exec(timer)?.[0] ?? timer;
  await turn.say(script.tour.findings(readTeas(list), code));
}

async function readFile(turn: Turn, name: string): Promise<string> {
  const path = turn.project.path(name);
  const tool = await turn.tool({ title: turn.script.tools.read(name), kind: 'read', path, rawInput: { path } });
  await turn.pace.pause(300);
  const content = await turn.project.read(name);
  await tool.update({ status: 'completed', rawOutput: { content }, content: [text(content)] });
  turn.session.count(content);
  return content;
}

function text(content: string): { type: 'content'; content: { type: 'text'; text: string } } {
  return { type: 'content', content: { type: 'text', text: content } };
}
