import { type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';

export interface PlanEditorProps {
  ref?: Ref<HTMLTextAreaElement>;
  text: string;
  onText: (text: string) => void;
}

const MOST_CHARACTERS = 500_000;

/** The plan's markdown as it is, to be rewritten. */
export function PlanEditor({ ref, text, onText }: PlanEditorProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="px-3.5 pt-3 pb-3">
      <label htmlFor={id} className="text-sm font-[560] text-muted">
        {t('requests.plan.editLabel')}
      </label>
      <textarea
        ref={ref}
        id={id}
        rows={14}
        spellCheck
        maxLength={MOST_CHARACTERS}
        value={text}
        onChange={(event) => onText(event.target.value)}
        className="mt-1 block max-h-[60vh] w-full resize-y rounded-md border border-line-strong bg-code px-3 py-2 font-mono text-sm leading-[1.6] selectable [field-sizing:content] focus-visible:outline-offset-0"
      />
    </div>
  );
}
