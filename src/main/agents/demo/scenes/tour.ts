import { thoughtLength } from '../options';
import type { Turn } from '../turn';
import { playEdit } from './editScene';
import { playPlan } from './planScene';
import { playQuestion } from './questionScene';
import { playRead } from './readScene';
import { playRun } from './runScene';
import { sendTodos } from './todoScene';

/** What a first prompt gets: everything once, in the order in which real work has it. About ten seconds of talk. */
export async function playTour(turn: Turn): Promise<void> {
  const { script, session, project } = turn;
  const { tour } = script;
  const { mode } = session.record.choices;

  await turn.think(script.thoughts.slice(0, thoughtLength(session.record.choices)).join(' '));
  await turn.say(tour.intro);
  if (!project.isSessionFolder) await turn.say(tour.elsewhere(project.folder));
  await sendTodos(
    turn,
    [
      { id: 'look', content: tour.todos.look, status: 'in_progress' },
      { id: 'edit', content: tour.todos.edit, status: 'pending' },
      { id: 'test', content: tour.todos.test, status: 'pending' },
      { id: 'plan', content: tour.todos.plan, status: 'pending' },
    ],
    false,
  );
  await playRead(turn);
  await session.sendUsage();

  if (mode === 'agent') {
    await sendTodos(turn, progress('look', 'edit'), true);
    await playEdit(turn);
    await sendTodos(turn, progress('edit', 'test'), true);
    await playRun(turn);
    await sendTodos(turn, progress('test', 'plan'), true);
  } else {
    await turn.say(tour.readOnly);
    await sendTodos(
      turn,
      [
        { id: 'look', status: 'completed' },
        { id: 'edit', status: 'cancelled' },
        { id: 'test', status: 'cancelled' },
        { id: 'plan', status: mode === 'plan' ? 'in_progress' : 'cancelled' },
      ],
      true,
    );
  }

  if (mode !== 'ask') {
    await turn.say(tour.beforePlan);
    const outcome = await playPlan(turn);
    // An accepted plan brings a todo list of its own.
    if (outcome !== 'accepted') await sendTodos(turn, [{ id: 'plan', status: 'completed' }], true);
  }
  await turn.say(tour.beforeQuestion);
  await playQuestion(turn);
  await turn.say(tour.closing);
}

function progress(done: string, next: string): { id: string; status: 'completed' | 'in_progress' }[] {
  return [
    { id: done, status: 'completed' },
    { id: next, status: 'in_progress' },
  ];
}
