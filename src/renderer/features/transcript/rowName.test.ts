import type { Item } from '@shared/session/item';
import { describe, expect, it } from 'vitest';
import { rowName } from './rowName';
import { buildRows } from './rows';
import { t } from '../../testing/english';

const base = (ordinal: number) => ({ ordinal, turnId: 't', at: 0, seq: ordinal, open: false });
const tool = (ordinal: number, toolKind: 'read' | 'edit', title: string, status: 'completed' | 'failed'): Item => ({
  ...base(ordinal),
  kind: 'toolCall',
  toolCallId: `c${ordinal}`,
  title,
  toolKind,
  status,
  content: [],
  locations: [],
});
const names = (...items: Item[]) => buildRows(items).rows.map((row) => rowName(t, row, 'Ash'));

describe('the name of a row', () => {
  it('tells tools from each other, and how one ended that did not end well', () => {
    expect(
      names(tool(1, 'edit', 'Edit `src/a.ts`', 'completed'), tool(2, 'edit', 'Edit\n  src/b.ts', 'failed')),
    ).toEqual(['Tool: Edit src/a.ts', 'Tool: Edit src/b.ts, failed']);
  });

  it('counts tools that share a row', () => {
    const read = (ordinal: number) => tool(ordinal, 'read', 'Read a.ts', 'completed');
    expect(names(read(1), read(2), read(3))).toEqual(['3 tools']);
    expect(names(read(1))).toEqual(['Tool: Read a.ts']);
  });

  it('is the kind alone where nothing tells more, and never a page long', () => {
    expect(names(tool(1, 'edit', ' ', 'completed'))).toEqual(['Tool']);
    expect(names(tool(1, 'edit', 'a'.repeat(500), 'completed'))[0]?.length).toBeLessThan(140);
    expect(names({ ...base(1), kind: 'message', role: 'agent', content: [] })).toEqual(['Answer of Ash']);
  });
});
