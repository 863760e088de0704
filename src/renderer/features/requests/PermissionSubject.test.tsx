import type { ToolCallContent } from '@shared/acp/content';
import { describe, expect, it } from 'vitest';
import { PermissionSubject } from './PermissionSubject';
import en from '../../i18n/en.json';
import { drawn } from '../../testing/english';

const stored = (blobId: string, head: string): ToolCallContent => ({
  type: 'stored',
  blobId,
  as: 'text',
  bytes: 90_000,
  head,
});

const content: ToolCallContent[] = [
  { type: 'content', content: { type: 'text', text: 'In its own words' } },
  stored('one', 'first long text'),
  stored('two', 'second long text'),
  { type: 'content', content: { type: 'stored', blobId: 'three', as: 'text', bytes: 90_000, head: 'a long block' } },
  { type: 'content', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
  { type: 'content', content: { type: 'resource_link', uri: 'file:///etc/hosts', name: 'hosts' } },
  { type: 'content', content: { type: 'resource', resource: { uri: 'file:///notes', text: 'text of the notes' } } },
  { type: 'content', content: { type: 'raw', raw: { type: 'hologram', of: 'a block' } } },
  { type: 'terminal', terminalId: 't', output: 'printed before' },
  { type: 'raw', raw: { type: 'sculpture', of: 'a part' } },
];

const EVERYTHING = [
  'In its own words',
  'first long text',
  'second long text',
  'a long block',
  'data:image/png;base64,AAAA',
  'file:///etc/hosts',
  'text of the notes',
  'printed before',
];

const shown = (toolCall: Parameters<typeof PermissionSubject>[0]['toolCall']): string =>
  drawn(<PermissionSubject toolCall={toolCall} sessionId={null} />);

/** The two raw parts are known by their headings: an effect draws code, and a string of markup has none. */
const missing = (html: string): string[] => [
  ...EVERYTHING.filter((text) => !html.includes(text)),
  ...(html.split(en.transcript.unknownPart).length === 3 ? [] : ['raw parts']),
];

describe('what a permission is about', () => {
  it('is shown whole beside a command', () => {
    const html = shown({
      toolCallId: 'c',
      kind: 'execute',
      rawInput: { type: 'json', value: { command: 'make install' } },
      content,
    });
    expect(html).toContain('make install');
    expect(missing(html)).toEqual([]);
  });

  it('is shown whole beside a change', () => {
    const html = shown({
      toolCallId: 'c',
      kind: 'edit',
      content: [{ type: 'diff', path: '/a.ts', oldText: 'before\n', newText: 'after\n' }, ...content],
    });
    expect(html).toContain('/a.ts');
    expect(missing(html)).toEqual([]);
  });

  it('is shown whole where there is neither', () => {
    expect(missing(shown({ toolCallId: 'c', kind: 'other', title: 'Something', content }))).toEqual([]);
  });
});
