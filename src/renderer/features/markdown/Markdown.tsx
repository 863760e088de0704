import { memo, useRef } from 'react';
import { cx } from '../../ui/cx';
import { MarkdownBlock } from './MarkdownBlock';
import './markdown.css';
import { emptySplit, splitBlocks } from './splitBlocks';

export interface MarkdownProps {
  text: string;
  /** More is still to come: the end is healed, and only it is parsed again. */
  streaming?: boolean;
  className?: string;
}

/** An agent's text as a page. Raw HTML in it is shown as the text that it is. */
export const Markdown = memo(function Markdown({ text, streaming = false, className }: MarkdownProps) {
  const split = useRef(emptySplit);
  split.current = splitBlocks(text, split.current);
  const { blocks } = split.current;
  return (
    <div className={cx('md selectable', className)}>
      {blocks.map((block, index) => (
        <MarkdownBlock key={block.start} block={block} open={streaming && index === blocks.length - 1} />
      ))}
    </div>
  );
});
