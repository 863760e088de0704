import { TextWrap } from 'lucide-react';
import { memo, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton';
import { useChoice } from './choices';
import './code.css';
import { CopyButton } from './CopyButton';
import { fenceInfo, type FenceInfo } from './fenceInfo';
import { useFileOpener } from './fileLinks';
import { LONGEST_COLOURED } from './highlight/highlighter';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import { useColours } from './useColours';

export interface CodeBlockProps {
  code: string;
  /** What stands after the fence's ticks. */
  info: string;
  /** It is still being written. */
  open?: boolean;
  /** Buttons of whoever shows it, before its own. */
  actions?: ReactNode;
}

export const CodeBlock = memo(function CodeBlock({ code, info, open = false, actions }: CodeBlockProps) {
  const fence = useMemo(() => fenceInfo(info), [info]);
  const { chosen: wraps, flip } = useChoice('wrap', beginning(info, code));
  const heading = fence.citation !== null || fence.label !== '' || actions !== undefined;
  const isPlain = fence.language !== null && code.length > LONGEST_COLOURED;
  const written = useRef(code);
  useLayoutEffect(() => {
    written.current = code;
  }, [code]);
  const text = useCallback(() => written.current, []);
  return (
    <div className="code-block" data-headed={heading} data-wraps={wraps}>
      <CodeHead
        fence={fence}
        heading={heading}
        isPlain={isPlain}
        wraps={wraps}
        onWrap={flip}
        text={text}
        actions={actions}
      />
      {fence.language === null ? (
        <pre ref={keyboardScrollable}>
          <code>{code}</code>
        </pre>
      ) : (
        <ColouredCode key={fence.language} code={code} language={fence.language} open={open} />
      )}
    </div>
  );
});

interface CodeHeadProps {
  fence: FenceInfo;
  heading: boolean;
  isPlain: boolean;
  wraps: boolean;
  onWrap: () => void;
  text: () => string;
  actions: ReactNode;
}

/** Not drawn again with each line that is written below it: its buttons are dearer than the line. */
const CodeHead = memo(function CodeHead({ fence, heading, isPlain, wraps, onWrap, text, actions }: CodeHeadProps) {
  const { t } = useTranslation();
  return (
    <div className={heading ? 'code-head' : 'code-float'}>
      {heading ? <FenceLabel fence={fence} /> : null}
      {heading && isPlain ? <span className="code-plain">{t('transcript.tooLongToColour')}</span> : null}
      <span className="code-actions">
        {actions}
        <IconButton size="small" label={t('transcript.wrapLines')} aria-pressed={wraps} onClick={onWrap}>
          <TextWrap aria-hidden="true" size={13} strokeWidth={1.8} />
        </IconButton>
        <CopyButton text={text} />
      </span>
    </div>
  );
});

/** A block that is still being written keeps its name: its first lines do not change any more. */
const beginning = (info: string, code: string): string => `${info}\n${code.split('\n', 2).join('\n').slice(0, 400)}`;

function FenceLabel({ fence }: { fence: FenceInfo }) {
  const { t } = useTranslation();
  const { citation } = fence;
  const open = useFileOpener();
  if (citation === null) return <span className="code-label">{fence.label}</span>;
  const lines = `${citation.line ?? ''}${citation.endLine === undefined ? '' : `–${citation.endLine}`}`;
  const title = t('transcript.citation', { path: citation.path, lines });
  const words = (
    <>
      {citation.path}
      <span className="code-lines">:{lines}</span>
    </>
  );
  if (open === null) {
    return (
      <span className="code-path" title={title}>
        {words}
      </span>
    );
  }
  return (
    <button type="button" className="code-path code-path-link" title={title} onClick={() => open(citation)}>
      {words}
    </button>
  );
}

/** Plain at once, colours when they are ready and only where it can be seen. */
export function ColouredCode({ code, language, open = false }: { code: string; language: string; open?: boolean }) {
  const root = useRef<HTMLElement>(null);
  useColours(root, code, language, open);
  return (
    <pre ref={keyboardScrollable}>
      <code ref={root} />
    </pre>
  );
}
