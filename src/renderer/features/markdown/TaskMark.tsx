import { useTranslation } from 'react-i18next';

/** The box of a task in a list: it shows its state, and nothing here can change it. */
export function TaskMark({ done }: { done: boolean }) {
  const { t } = useTranslation();
  return (
    <input
      type="checkbox"
      disabled
      checked={done}
      readOnly
      aria-label={t(done ? 'transcript.taskDone' : 'transcript.taskOpen')}
      className="task-mark"
    />
  );
}
