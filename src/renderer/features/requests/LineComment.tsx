import { MessageSquarePlus } from 'lucide-react';
import { createContext, type ReactNode, useContext, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx';
import { CommentBox } from './CommentBox';
import type { PlanComment } from './planReply';

/** What the lines of one plan share. */
export interface LineComments {
  comments: readonly PlanComment[];
  /** The line whose button Tab reaches; the arrows lead to the others. */
  current: number;
  onText: (line: number, text: string) => void;
  onRemove: (line: number) => void;
}

export const LineCommentsContext = createContext<LineComments>({
  comments: [],
  current: 0,
  onText: () => undefined,
  onRemove: () => undefined,
});

export function useLineComment(line: number) {
  const { comments, current, onText, onRemove } = useContext(LineCommentsContext);
  return {
    comment: comments.find((one) => one.line === line),
    isCurrent: current === line,
    write: (text: string) => onText(line, text),
    remove: () => onRemove(line),
  };
}

/** The button in the margin and the comment below the line, to be placed by whoever draws the line. */
export function useLineParts(line: number): { isCommented: boolean; add: ReactNode; box: ReactNode } {
  const { t } = useTranslation();
  const { comment, isCurrent, write, remove } = useLineComment(line);
  const opener = useRef<HTMLButtonElement>(null);
  const label = t('requests.plan.commentOn', { line });
  const add = (
    <button
      ref={opener}
      type="button"
      className="plan-add"
      data-line={line}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={label}
      title={label}
      aria-expanded={comment !== undefined}
      onClick={() => {
        if (comment === undefined) write('');
        else if (comment.text.trim() === '') remove();
        // What was written is not thrown away by a click beside it.
        else opener.current?.closest('.plan-line')?.querySelector('textarea')?.focus();
      }}
    >
      <MessageSquarePlus aria-hidden="true" size={13} strokeWidth={1.7} />
    </button>
  );
  const box =
    comment === undefined ? null : (
      <CommentBox
        label={label}
        text={comment.text}
        onText={write}
        onLeave={() => {
          // Nothing was said: the place closes again.
          if (comment.text.trim() === '') remove();
          opener.current?.focus();
        }}
        onRemove={() => {
          remove();
          opener.current?.focus();
        }}
      />
    );
  return { isCommented: comment !== undefined, add, box };
}

export interface LineProps {
  line: number;
  className?: string;
  children: ReactNode;
}

/** A line with its margin. */
export function Line({ line, className, children }: LineProps) {
  const { isCommented, add, box } = useLineParts(line);
  return (
    <div className={cx('plan-line', isCommented && 'plan-line-commented', className)}>
      {add}
      <div className="plan-line-text">
        {children}
        {box}
      </div>
    </div>
  );
}
