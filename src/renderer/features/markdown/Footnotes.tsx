import { CornerDownLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MarkdownBlock } from './MarkdownBlock';
import { leadTo, noteNumber } from './noteNumbers';
import { type MarkdownBlock as Block, noteLabel } from './splitBlocks';

/** All footnotes of a text, below it and in the order of their numbers. */
export function Footnotes({
  blocks,
  openBlock,
  cut,
}: {
  blocks: readonly Block[];
  openBlock: Block | undefined;
  cut: boolean;
}) {
  const { t } = useTranslation();
  const notes = blocks
    .map((block) => ({ block, number: noteNumber(block.notes, noteLabel(block)) ?? 0 }))
    .toSorted((a, b) => a.number - b.number);
  return (
    <section className="md-notes" aria-label={t('transcript.footnotes')}>
      <ol>
        {notes.map(({ block, number }) => (
          <li key={block.start} value={number} data-note={number} tabIndex={-1}>
            <MarkdownBlock block={block} open={block === openBlock} cut={cut && block === openBlock} />
            <button
              type="button"
              className="md-note-back"
              aria-label={t('transcript.footnoteBack', { number })}
              onClick={(event) => leadTo(event, `[data-mark="${number}"]`)}
            >
              <CornerDownLeft aria-hidden="true" size={12} strokeWidth={1.8} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
