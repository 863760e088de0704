import { memo } from 'react';
import { cx } from '../../ui/cx';
import { Footnotes } from './Footnotes';
import { MarkdownBlock } from './MarkdownBlock';
import './markdown.css';
import type { MarkdownBlock as Block } from './splitBlocks';
import { usePacedBlocks } from './usePacedBlocks';

export interface MarkdownProps {
  text: string;
  /** More is still to come: the end is healed, and only it is parsed again. */
  streaming?: boolean;
  /** It was broken off: its end is healed, and nothing but marks is left out there. */
  cut?: boolean;
  className?: string;
}

/** An agent's text as a page. Raw HTML in it is shown as the text that it is. */
export const Markdown = memo(function Markdown({ text, streaming = false, cut = false, className }: MarkdownProps) {
  const blocks = usePacedBlocks(text, streaming);
  return <MarkdownPage blocks={blocks} streaming={streaming} cut={cut && !streaming} className={className} />;
});

/** What Markdown draws, of blocks that are split already. */
export function MarkdownPage({
  blocks,
  streaming,
  cut = false,
  className,
}: Omit<MarkdownProps, 'text'> & { blocks: readonly Block[] }) {
  const openBlock = streaming || cut ? blocks.at(-1) : undefined;
  const notes = blocks.filter((block) => block.kind === 'footnote');
  return (
    <div className={cx('md selectable', className)}>
      {blocks.map((block) =>
        block.kind === 'footnote' ? null : (
          <MarkdownBlock key={block.start} block={block} open={block === openBlock} cut={cut && block === openBlock} />
        ),
      )}
      {notes.length === 0 ? null : <Footnotes blocks={notes} openBlock={openBlock} cut={cut} />}
    </div>
  );
}
