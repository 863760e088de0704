import type { RawValue } from '@shared/acp/update';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ColouredCode } from '../markdown/CodeBlock';
import { CopyButton } from '../markdown/CopyButton';
import { StoredText } from './StoredText';

/** Characters of JSON drawn in place. */
const MOST = 20_000;

/** A value as the agent sent it. */
export function RawJson({ value, title }: { value: RawValue; title: string }) {
  const { t } = useTranslation();
  const text = useMemo(() => (value.type === 'json' ? pretty(value.value) : ''), [value]);
  if (value.type === 'stored') return <StoredText part={value} title={title} />;
  return (
    <div className="code-block" data-headed="true">
      <div className="code-head">
        <span className="code-label">{title}</span>
        <CopyButton text={() => text} />
      </div>
      <ColouredCode
        code={text.length > MOST ? `${text.slice(0, MOST)}\n${t('tools.cutHere')}` : text}
        language="json"
      />
    </div>
  );
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? String(value);
}
