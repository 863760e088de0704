import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LineCommentsContext } from './LineComment';
import { linesOf, planParts } from './planLines';
import { PlanPart } from './PlanParts';
import type { PlanComment } from './planReply';
import './planReview.css';

export interface PlanReviewProps {
  markdown: string;
  comments: readonly PlanComment[];
  onComments: (comments: readonly PlanComment[]) => void;
}

/** The plan's text, each line of its source with a place to say something about it. */
export function PlanReview({ markdown, comments, onComments }: PlanReviewProps) {
  const { t } = useTranslation();
  const parts = useMemo(() => planParts(markdown), [markdown]);
  const lines = useMemo(() => linesOf(parts), [parts]);
  const [visited, visit] = useState<number | null>(null);
  const current = visited !== null && lines.includes(visited) ? visited : (lines[0] ?? 0);
  const shared = useMemo(() => {
    const others = (line: number) => comments.filter((one) => one.line !== line);
    return {
      comments,
      current,
      onText: (line: number, text: string) => {
        const quote = markdown.split('\n')[line - 1]?.trim() ?? '';
        onComments([...others(line), { line, quote, text }]);
      },
      onRemove: (line: number) => onComments(others(line)),
    };
  }, [comments, current, markdown, onComments]);

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.dataset['line'] === undefined) return;
    const at = lines.indexOf(Number(target.dataset['line']));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    const line = to === undefined ? undefined : lines[to];
    if (line === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-line="${line}"]`)?.focus();
  };

  return (
    <LineCommentsContext value={shared}>
      <div
        role="toolbar"
        aria-orientation="vertical"
        tabIndex={-1}
        aria-label={t('requests.plan.lines')}
        className="plan-review"
        onKeyDown={walk}
        onFocus={({ target }) => {
          if (target.dataset['line'] !== undefined) visit(Number(target.dataset['line']));
        }}
      >
        {parts.map((part) => (
          <PlanPart key={part.line} part={part} />
        ))}
      </div>
    </LineCommentsContext>
  );
}
