import type { FileView } from '@shared/ipc/views';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ColouredCode } from '../markdown/CodeBlock';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import { languageId, languageOfPath } from '../markdown/languageTable';
import './files.css';

export interface FileTextProps {
  file: FileView;
  /** The lines that were meant, counted from 1: marked, and brought into view. */
  line?: number;
  endLine?: number;
}

/** The text with its line numbers, coloured by its name. */
export function FileText({ file, line, endLine }: FileTextProps) {
  const { t } = useTranslation();
  const root = useRef<HTMLElement>(null);
  const language = languageId(languageOfPath(file.path));

  useLayoutEffect(() => {
    if (line === undefined) return;
    const lines = root.current?.querySelectorAll('.code-line') ?? [];
    const from = line - file.firstLine;
    const cited = [...lines].slice(Math.max(0, from), (endLine ?? line) - file.firstLine + 1);
    for (const element of cited) element.setAttribute('data-cited', '');
    cited[0]?.scrollIntoView({ block: cited.length > 20 ? 'start' : 'center' });
  }, [file, line, endLine]);

  const first: CSSProperties & Record<'--first-line' | '--digits', number> = {
    '--first-line': file.firstLine - 1,
    '--digits': String(file.totalLines).length,
  };
  return (
    <section ref={root} aria-label={t('files.text')} className="file-text" style={first}>
      {language === null ? <PlainLines text={file.text} /> : <ColouredCode code={file.text} language={language} />}
    </section>
  );
}

function PlainLines({ text }: { text: string }) {
  const lines = text.split('\n');
  return (
    <pre ref={keyboardScrollable}>
      <code>
        {lines.map((line, index) => (
          <span key={index} className="code-line">
            {index < lines.length - 1 ? `${line}\n` : line}
          </span>
        ))}
      </code>
    </pre>
  );
}
