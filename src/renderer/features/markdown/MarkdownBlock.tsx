import type { Token, Tokens } from 'marked';
import { createElement, memo, useMemo } from 'react';
import { readQuote } from './alert';
import { CodeBlock } from './CodeBlock';
import { DataTable } from './DataTable';
import { DiagramBlock } from './diagram/DiagramBlock';
import { isDiagram, isFence, isFormula, isFenceClosed } from './fenceInfo';
import { NoteNumbers } from './FootnoteMark';
import { Formula } from './Formula';
import { Inline } from './Inline';
import { lexBlock } from './lexBlock';
import { Quote } from './Quote';
import type { MarkdownBlock as Block } from './splitBlocks';
import { isOpenFormula } from './syntax/mathSyntax';
import { type PageToken, pageTokens } from './syntax/tokens';
import { TaskMark } from './TaskMark';

interface MarkdownBlockProps {
  block: Block;
  /** It may not be whole: more comes, or it was broken off (`cut`). */
  open: boolean;
  cut: boolean;
}

/** One top-level block; rendered again only when its own text changes. */
export const MarkdownBlock = memo(function MarkdownBlock({ block, open, cut }: MarkdownBlockProps) {
  const tokens = useMemo(() => lexBlock(block, open, cut), [block, open, cut]);
  // A formula that is still being written is shown as such, not as a sentence full of signs.
  if (open && block.kind === 'paragraph' && isOpenFormula(block.raw)) {
    return <code className="md-tex md-tex-display">{block.raw.trim()}</code>;
  }
  const drawn = <BlockTokens tokens={tokens} open={open} />;
  return block.notes === '' ? drawn : <NoteNumbers.Provider value={block.notes}>{drawn}</NoteNumbers.Provider>;
});

function BlockTokens({ tokens, open }: { tokens: readonly PageToken[]; open: boolean }) {
  // Tokens of a block have no identity of their own: their place is it.
  return tokens.map((token, index) => (
    <BlockToken key={index} token={token} open={open && index === tokens.length - 1} />
  ));
}

function BlockToken({ token, open }: { token: PageToken; open: boolean }) {
  switch (token.type) {
    case 'paragraph':
      return (
        <p>
          <Inline tokens={token.tokens} />
        </p>
      );
    case 'text':
      // The line of a tight list item.
      return token.tokens ? <Inline tokens={token.tokens} /> : <Inline tokens={[token]} />;
    case 'heading':
      // The answer is part of a page whose own headings stand above it.
      return createElement(
        `h${Math.min(6, token.depth + 2)}`,
        { className: `md-h${token.depth}` },
        <Inline tokens={token.tokens} />,
      );
    case 'code': {
      const isOpen = open && !isFenceClosed(token.raw);
      // What stands behind the ticks is not whole before its line is: its name would change with each letter.
      if (isOpen && isFence(token.raw) && !token.raw.includes('\n')) return null;
      if (!isOpen && isDiagram(token.lang)) return <DiagramBlock source={token.text} info={token.lang ?? ''} />;
      if (isFence(token.raw) && isFormula(token.lang) && token.text.trim() !== '') {
        // While it is being written it is shown as such, as one between dollars is.
        if (isOpen) return <code className="md-tex md-tex-display">{token.raw.trim()}</code>;
        return <Formula tex={token.text} display raw={token.raw} />;
      }
      return <CodeBlock code={token.text} info={token.lang ?? ''} open={isOpen} />;
    }
    case 'blockquote': {
      const { alert, tokens } = readQuote(token);
      return (
        <Quote alert={alert}>
          <BlockTokens tokens={tokens} open={open} />
        </Quote>
      );
    }
    case 'list':
      return <List list={token} open={open} />;
    case 'table':
      return <DataTable table={token} />;
    case 'hr':
      return <hr />;
    case 'math':
      return <Formula tex={token.tex} display raw={token.raw} />;
    case 'footnote':
      return <BlockTokens tokens={pageTokens(token.tokens)} open={open} />;
    case 'html':
      return <p className="md-html">{token.text.trimEnd()}</p>;
    case 'space':
    case 'def':
    case 'checkbox':
      return null;
    default:
      return <Inline tokens={[token]} />;
  }
}

function List({ list, open }: { list: Tokens.List; open: boolean }) {
  const items = list.items.map((item, index) => {
    const isLast = open && index === list.items.length - 1;
    return item.task ? (
      <li key={index} className="md-task">
        <TaskMark done={item.checked === true} />
        <div>
          <BlockTokens tokens={withoutCheckbox(item.tokens)} open={isLast} />
        </div>
      </li>
    ) : (
      <li key={index}>
        <BlockTokens tokens={pageTokens(item.tokens)} open={isLast} />
      </li>
    );
  });
  return list.ordered ? <ol start={list.start === '' ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>;
}

/** The mark is drawn before the text; in a loose list marked leaves it inside the first paragraph. */
function withoutCheckbox(tokens: readonly Token[]): PageToken[] {
  return pageTokens(tokens).flatMap((token): PageToken[] => {
    if (token.type === 'checkbox') return [];
    if (token.type !== 'paragraph') return [token];
    return [{ ...token, tokens: token.tokens.filter((inner) => inner.type !== 'checkbox') }];
  });
}
