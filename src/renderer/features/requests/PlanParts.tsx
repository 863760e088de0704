import type { Tokens } from 'marked';
import { createElement, type CSSProperties, useMemo } from 'react';
import { cx } from '../../ui/cx';
import { CodeLine } from '../markdown/CodeLine';
import { fenceInfo } from '../markdown/fenceInfo';
import { Inline } from '../markdown/Inline';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import { TaskMark } from '../markdown/TaskMark';
import { useCodeTokens } from '../markdown/useCodeTokens';
import { Line, useLineParts } from './LineComment';
import type { PlanMark, PlanPart as Part } from './planLines';

const INDENT = 22;
/** The margin with its buttons stays where it is: only what is read moves in. */
const indented = (depth: number): CSSProperties => Object.fromEntries([['--plan-indent', `${depth * INDENT}px`]]);

/** A part of a plan as its page has it, line by line. */
export function PlanPart({ part }: { part: Part }) {
  const { depth, isQuoted, isNext, mark, line } = part;
  return (
    <div
      className={cx('plan-part', isNext && `plan-${part.kind}`, isQuoted && 'plan-quoted', depth > 0 && 'plan-listed')}
      style={indented(depth)}
    >
      {part.kind === 'code' ? (
        <Code part={part} />
      ) : part.kind === 'table' ? (
        <Table table={part.table} line={line} />
      ) : (
        <Line line={line}>
          <div className="md plan-words">
            {mark === null ? null : <Mark mark={mark} />}
            <Words part={part} />
          </div>
        </Line>
      )}
    </div>
  );
}

function Words({ part }: { part: Exclude<Part, { kind: 'code' | 'table' }> }) {
  switch (part.kind) {
    case 'heading':
      return createElement(
        `h${Math.min(6, part.level + 2)}`,
        { className: `md-h${part.level}` },
        <Inline tokens={part.tokens} />,
      );
    case 'rule':
      return <hr />;
    case 'html':
      return <p className="md-html">{part.text}</p>;
    case 'text':
      return (
        <p>
          <Inline tokens={part.tokens} />
        </p>
      );
  }
}

function Mark({ mark }: { mark: PlanMark }) {
  return <span className="plan-mark">{mark.kind === 'task' ? <TaskMark done={mark.done} /> : mark.text}</span>;
}

function Code({ part }: { part: Extract<Part, { kind: 'code' }> }) {
  const { info, code, line, firstLine } = part;
  const fence = useMemo(() => fenceInfo(info), [info]);
  const tokens = useCodeTokens(code, fence.language);
  const label = fence.citation?.path ?? fence.label;
  return (
    <div className="plan-code-lines">
      {line < firstLine ? (
        <Line line={line} className="plan-code-head">
          <span className="code-label">{label}</span>
        </Line>
      ) : null}
      {code.split('\n').map((text, index) => (
        <Line key={firstLine + index} line={firstLine + index} className="plan-code-line">
          <CodeLine text={text} line={index} tokens={tokens} />
        </Line>
      ))}
    </div>
  );
}

function Table({ table, line }: { table: Tokens.Table; line: number }) {
  return (
    <div className="md plan-table-frame" ref={keyboardScrollable}>
      <table className="plan-table">
        <thead>
          <Row cells={table.header} line={line} Tag="th" />
        </thead>
        <tbody>
          {table.rows.map((cells, index) => (
            // Between the head and the rows stands the line of dashes.
            <Row key={index} cells={cells} line={line + 2 + index} Tag="td" />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ cells, line, Tag }: { cells: readonly Tokens.TableCell[]; line: number; Tag: 'th' | 'td' }) {
  const { isCommented, add, box } = useLineParts(line);
  return (
    <>
      <tr className={cx('plan-line', isCommented && 'plan-line-commented')}>
        <td className="plan-margin">{add}</td>
        {cells.map(({ align, tokens }, index) => (
          <Tag key={index} style={align ? { textAlign: align } : undefined}>
            <Inline tokens={tokens} />
          </Tag>
        ))}
      </tr>
      {box === null ? null : (
        <tr>
          <td colSpan={cells.length + 1} className="plan-table-comment">
            {box}
          </td>
        </tr>
      )}
    </>
  );
}
