import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx';
import { Spinner } from '../../ui/Spinner';

export type TodoLineStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled' | 'failed';

export interface TodoLine {
  id: string;
  content: string;
  status: TodoLineStatus;
}

export interface TodoLinesProps {
  lines: readonly TodoLine[];
  /** Is anyone at work on them? What an agent left in progress when its turn ended must not look alive. */
  working: boolean;
  className?: string;
}

/** Steps with their ticks; each says its status in words to those who do not see the tick. */
export function TodoLines({ lines, working, className }: TodoLinesProps) {
  return (
    <ul className={cx('flex flex-col', className)}>
      {lines.map((line) => (
        <TodoRow key={line.id} line={line} working={working} />
      ))}
    </ul>
  );
}

function TodoRow({ line, working }: { line: TodoLine; working: boolean }) {
  const { t } = useTranslation();
  const over = line.status === 'completed' || line.status === 'cancelled';
  return (
    <li className={cx('flex items-start gap-[9px] py-1', over && 'text-faint')}>
      <TodoTick status={line.status} working={working} />
      <span className={cx('min-w-0 break-words selectable', over && 'line-through decoration-1')}>{line.content}</span>
      <span className="sr-only">{t(`todos.status.${line.status}`)}</span>
    </li>
  );
}

function TodoTick({ status, working }: { status: TodoLineStatus; working: boolean }) {
  const shape = 'mt-0.5 grid size-[15px] shrink-0 place-items-center rounded-full';
  switch (status) {
    case 'completed':
      return (
        <span aria-hidden="true" className={cx(shape, 'bg-go text-inv')}>
          <Check size={9} strokeWidth={4} />
        </span>
      );
    case 'in_progress':
      return (
        <span aria-hidden="true" className={shape}>
          {working ? (
            <Spinner className="size-[13px] text-work" />
          ) : (
            <span className="size-[13px] rounded-full border-2 border-work border-r-transparent" />
          )}
        </span>
      );
    case 'cancelled':
    case 'failed':
      return (
        <span
          aria-hidden="true"
          className={cx(
            shape,
            'border-[1.5px]',
            status === 'failed' ? 'border-stop text-stop' : 'border-line-strong text-faint',
          )}
        >
          <X size={8} strokeWidth={3.5} />
        </span>
      );
    case 'pending':
      return <span aria-hidden="true" className={cx(shape, 'border-[1.5px] border-line-strong')} />;
  }
}
