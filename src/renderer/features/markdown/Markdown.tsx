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
  className?: string;
}

/** An agent's text as a page. Raw HTML in it is shown as the text that it is. */
export const Markdown = memo(function Markdown({ text, streaming = false, className }: MarkdownProps) {
  return <MarkdownPage blocks={usePacedBlocks(text, streaming)} streaming={streaming} className={className} />;
});

/** What Markdown draws, of blocks that are split already. */
export function MarkdownPage({
  blocks,
  streaming,
  className,
}: Omit<MarkdownProps, 'text'> & { blocks: readonly Block[] }) {
  const openBlock = streaming ? blocks.at(-1) : undefined;
  const notes = blocks.filter((block) => block.kind === 'footnote');
  return (
    <div className={cx('md selectable', className)}>
      {blocks.map((block) =>
        block.kind === 'footnote' ? null : <MarkdownBlock key={block.start} block={block} open={block === openBlock} />,
      )}
      {notes.length === 0 ? null : <Footnotes blocks={notes} openBlock={openBlock} />}
    </div>
  );
}
