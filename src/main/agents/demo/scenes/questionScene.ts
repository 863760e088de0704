import type { Turn } from '../turn';
import { playFailure } from './failureScene';
import { playImage } from './imageScene';
import { playSubtask } from './subtaskScene';

/** Two questions, one answer to the first and any number to the second; what was chosen there is then played. */
export async function playQuestion(turn: Turn): Promise<void> {
  const { script } = turn;
  const { signal, next } = script.question;
  const wishes = [
    { id: 'subtask', label: next.subtask, play: playSubtask },
    { id: 'image', label: next.image, play: playImage },
    { id: 'failure', label: next.failure, play: playFailure },
  ];
  const signals = [
    { id: 'bell', label: signal.bell },
    { id: 'banner', label: signal.banner },
    { id: 'both', label: signal.both },
  ];
  const tool = await turn.tool({ title: script.tools.question, kind: 'think', rawInput: { _toolName: 'askQuestion' } });
  const answer = await turn.askQuestion({
    toolCallId: tool.toolCallId,
    title: script.question.title,
    questions: [
      { id: 'signal', prompt: signal.prompt, options: signals },
      {
        id: 'next',
        prompt: next.prompt,
        options: wishes.map(({ id, label }) => ({ id, label })),
        allowMultiple: true,
      },
    ],
  });
  await tool.update({ status: 'completed', rawOutput: { outcome: answer.outcome } });
  if (answer.outcome === 'skipped') {
    await turn.say(script.question.skipped(answer.reason));
    return;
  }
  if (answer.outcome === 'cancelled') {
    await turn.say(script.question.cancelled);
    return;
  }

  const chosen = answer.answers.flatMap(({ selectedOptionIds }) => selectedOptionIds);
  const labels = [...signals, ...wishes].filter(({ id }) => chosen.includes(id)).map(({ label }) => label);
  await turn.say(labels.length > 0 ? script.question.answered(labels) : script.question.nothing);
  for (const wish of wishes) {
    if (chosen.includes(wish.id)) await wish.play(turn);
  }
}
