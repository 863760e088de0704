import type { MarkedToken, Token, Tokens } from 'marked';
import { createElement, Fragment, memo, useMemo } from 'react';
import { CodeBlock } from './CodeBlock';
import { Inline } from './Inline';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import { isKnown, lexBlock } from './lexBlock';
import type { MarkdownBlock as Block } from './splitBlocks';
import { TaskMark } from './TaskMark';

/** One top-level block; rendered again only when its own text changes. */
export const MarkdownBlock = memo(function MarkdownBlock({ block, open }: { block: Block; open: boolean }) {
  const tokens = useMemo(() => lexBlock(block, open), [block, open]);
  return <BlockTokens tokens={tokens} open={open} />;
});

function BlockTokens({ tokens, open }: { tokens: readonly MarkedToken[]; open: boolean }) {
  // Tokens of a block have no identity of their own: their place is it.
  return tokens.map((token, index) => <BlockToken key={index} token={token} open={open} />);
}

const known = (tokens: readonly Token[] | undefined): MarkedToken[] => (tokens ?? []).filter(isKnown);

function BlockToken({ token, open }: { token: MarkedToken; open: boolean }) {
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
    case 'code':
      return <CodeBlock code={token.text} info={token.lang ?? ''} open={open} />;
    case 'blockquote':
      return (
        <blockquote>
          <BlockTokens tokens={known(token.tokens)} open={open} />
        </blockquote>
      );
    case 'list':
      return <List list={token} open={open} />;
    case 'table':
      return <Table table={token} />;
    case 'hr':
      return <hr />;
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
  const items = list.items.map((item, index) => (
    <li key={index} className={item.task ? 'md-task' : undefined}>
      {item.task ? <TaskMark done={item.checked === true} /> : null}
      {item.task ? (
        <div>
          <BlockTokens tokens={withoutCheckbox(item.tokens)} open={open} />
        </div>
      ) : (
        <BlockTokens tokens={known(item.tokens)} open={open} />
      )}
    </li>
  ));
  return list.ordered ? <ol start={list.start === '' ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>;
}

/** The mark is drawn before the text; in a loose list marked leaves it inside the first paragraph. */
function withoutCheckbox(tokens: readonly Token[]): MarkedToken[] {
  return known(tokens).flatMap((token): MarkedToken[] => {
    if (token.type === 'checkbox') return [];
    if (token.type !== 'paragraph') return [token];
    return [{ ...token, tokens: token.tokens.filter((inner) => inner.type !== 'checkbox') }];
  });
}

function Table({ table }: { table: Tokens.Table }) {
  const cell = ({ align, tokens }: Tokens.TableCell, index: number, Tag: 'th' | 'td') => (
    <Tag key={index} style={align ? { textAlign: align } : undefined}>
      <Inline tokens={tokens} />
    </Tag>
  );
  return (
    // A table may be wider than the page: it scrolls by itself, also by keyboard.
    <div className="md-table" ref={keyboardScrollable}>
      <table>
        <thead>
          <tr>{table.header.map((entry, index) => cell(entry, index, 'th'))}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <Fragment key={index}>
              <tr>{row.map((entry, column) => cell(entry, column, 'td'))}</tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
