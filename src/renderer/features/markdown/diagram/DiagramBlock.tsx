import { Code, Workflow } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton';
import { Lightbox } from '../../terminals/Lightbox';
import { useChoice } from '../choices';
import { CodeBlock } from '../CodeBlock';
import { CopyButton } from '../CopyButton';
import './diagram.css';
import type { Diagram } from './diagrams';
import { useDiagram } from './useDiagram';

/** A mermaid fence that is closed: its source until it is drawn, then the picture, with a way back to the source. */
export const DiagramBlock = memo(function DiagramBlock({ source, info }: { source: string; info: string }) {
  const { t } = useTranslation();
  const [diagram, onBroken] = useDiagram(source);
  const { chosen: showsSource, flip } = useChoice('source', source);
  const picture = diagram !== null && typeof diagram === 'object' && 'url' in diagram ? diagram : null;
  const [open, setOpen] = useState(false);
  const alt = t('transcript.diagramAlt', { source: source.slice(0, 400) });
  if (picture === null || showsSource) {
    const actions = (
      <IconButton size="small" label={t('transcript.showDiagram')} onClick={flip}>
        <Workflow aria-hidden="true" size={13} strokeWidth={1.8} />
      </IconButton>
    );
    return (
      <>
        <CodeBlock code={source} info={info} actions={picture === null ? undefined : actions} />
        <WhyNot diagram={diagram} />
      </>
    );
  }
  return (
    <figure className="code-block">
      <div className="code-head">
        <span className="code-label">{t('transcript.diagram')}</span>
        <span className="code-actions">
          <IconButton size="small" label={t('transcript.showSource')} onClick={flip}>
            <Code aria-hidden="true" size={13} strokeWidth={1.8} />
          </IconButton>
          <CopyButton text={() => source} />
        </span>
      </div>
      <button
        type="button"
        aria-label={t('transcript.openDiagram', { source: source.slice(0, 120).replaceAll(/\s+/g, ' ') })}
        aria-haspopup="dialog"
        className="diagram-open"
        onClick={() => setOpen(true)}
      >
        <img
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt={alt}
          className="diagram-picture"
          onError={() => onBroken(picture.url)}
        />
      </button>
      {open ? (
        <Lightbox
          url={picture.url}
          alt={alt}
          title={t('transcript.diagram')}
          isDrawing
          onBroken={() => onBroken(picture.url)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </figure>
  );
});

function WhyNot({ diagram }: { diagram: Diagram | null }) {
  const { t } = useTranslation();
  if (diagram === null || (typeof diagram === 'object' && 'url' in diagram)) return null;
  return <p className="diagram-why">{words(diagram)}</p>;

  function words(why: Exclude<Diagram, { url: string }>): string {
    if (why === 'tooLong') return t('transcript.diagramTooLong');
    if (why === 'tooSlow') return t('transcript.diagramTooSlow');
    if (why === 'notShown') return t('transcript.diagramNotShown');
    return t('transcript.diagramBroken', { message: why.broken });
  }
}
