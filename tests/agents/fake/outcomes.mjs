/** What Cursor takes for an answer to each of its requests (cursor-acp.md 1.4), besides `cancelled`. */
const OUTCOMES = /** @type {Record<string, string[]>} */ ({
  ask_question: ['answered', 'skipped'],
  create_plan: ['accepted', 'rejected'],
  update_todos: ['accepted', 'rejected'],
  task: ['completed', 'rejected'],
  generate_image: ['generated', 'rejected'],
});

const CANCELLED = { outcome: 'cancelled' };

/**
 * The outcome that an answer nests, read as Cursor reads it: a flat one, one of another request, and one without what it
 * needs are cancelled.
 * @returns {any}
 */
export function readOutcome(/** @type {string} */ name, /** @type {any} */ result) {
  const outcome = result?.outcome;
  if (typeof outcome !== 'object' || outcome === null) return CANCELLED;
  if (!OUTCOMES[name].includes(outcome.outcome)) return CANCELLED;
  if (outcome.outcome === 'answered' && !isAnswers(outcome.answers)) return CANCELLED;
  if (outcome.outcome === 'generated' && typeof outcome.filePath !== 'string') return CANCELLED;
  if (name === 'update_todos' && outcome.outcome === 'accepted' && !Array.isArray(outcome.todos)) return CANCELLED;
  return outcome;
}

const isAnswers = (/** @type {any} */ answers) =>
  Array.isArray(answers) &&
  answers.every(
    (answer) =>
      typeof answer?.questionId === 'string' &&
      Array.isArray(answer.selectedOptionIds) &&
      answer.selectedOptionIds.every((/** @type {unknown} */ id) => typeof id === 'string'),
  );
