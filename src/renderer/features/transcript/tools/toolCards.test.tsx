import type { ItemOf } from '@shared/session/item';
import { describe, expect, it } from 'vitest';
import { PermissionSubject } from '../../requests/PermissionSubject';
import { ContentPart } from '../parts/ContentParts';
import { SubtaskRow } from '../parts/SubtaskRow';
import { Thought } from '../parts/Thought';
import { ToolDetails } from './ToolDetails';
import { ToolRow } from './ToolRow';
import { drawn } from '../../../testing/english';

type Tool = ItemOf<'toolCall'>;

function tool(fields: Partial<Tool>): Tool {
  return {
    kind: 'toolCall',
    ordinal: 1,
    seq: 1,
    open: false,
    turnId: null,
    at: 1000,
    toolCallId: 'c',
    title: 'Edit File',
    toolKind: 'edit',
    status: 'completed',
    content: [],
    locations: [],
    endedAt: 3500,
    ...fields,
  };
}

const json = (value: unknown) => ({ type: 'json' as const, value });
const row = (fields: Partial<Tool>) => drawn(<ToolRow tool={tool(fields)} asked={false} />);

describe('AC-85 the card of an edit', () => {
  it.each([
    ['in its content', { content: [{ type: 'diff' as const, path: 'a.ts', oldText: 'old', newText: 'new' }] }],
    ['as old_string and new_string', { rawInput: json({ path: 'a.ts', old_string: 'old', new_string: 'new' }) }],
    ['as oldText and newText', { rawInput: json({ path: 'a.ts', oldText: 'old', newText: 'new' }) }],
    ['as a patch', { rawInput: json({ path: 'a.ts', diff: '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-old\n+new\n' }) }],
  ])('shows the change that stands %s', (_, fields) => {
    const html = row(fields);
    expect(html).toContain('a.ts');
    expect(html).toMatch(/data-kind="del"[^]*old/);
    expect(html).toMatch(/data-kind="add"[^]*new/);
  });

  it('cuts a path that does not fit at its beginning, and reads it whole', () => {
    const path = 'src/a/very/long/way/down/to/invoice.test.ts';
    for (const toolKind of ['edit', 'read'] as const) {
      const html = row({ toolKind, content: [], locations: [{ path }] });
      const [, classes, shown] =
        new RegExp(`<span title="${path}" class="([^"]*)"><bdi dir="ltr">(.*?)</bdi>`).exec(html) ?? [];
      expect([toolKind, shown]).toEqual([toolKind, path]);
      expect(classes).toMatch(/\btruncate\b.*\[direction:rtl\]/);
    }
  });

  it('may reach out of the column where its lines are longer than that', () => {
    const change = (newText: string) => row({ content: [{ type: 'diff', path: 'a.ts', oldText: 'old', newText }] });
    expect(change('x'.repeat(90))).not.toContain('card-wide');
    expect(change('x'.repeat(91))).toContain('card-wide');
  });

  it('has what was sent one click away where no change is told', () => {
    const fields = { rawInput: json({ path: 'a.ts', instructions: 'make it blue' }) };
    expect(row(fields)).toContain('aria-expanded="false"');
    expect(row(fields)).not.toContain('make it blue');
    const opened = drawn(<ToolDetails tool={tool(fields)} />);
    expect(opened).toContain('Raw input');
  });

  it('has its tools beside what closes it, whose name says the figures too', () => {
    const html = row({ content: [{ type: 'diff' as const, path: 'a.ts', oldText: 'old', newText: 'new' }] });
    const [, head, end] = /<button[^>]*aria-expanded="true"[^>]*aria-labelledby="(\S+) (\S+)"/.exec(html) ?? [];
    expect(html).toMatch(new RegExp(`id="${head}"[^>]*>.*Edited.*a\\.ts`));
    expect(html).toMatch(new RegExp(`id="${end}"[^>]*>.*1 line added, 1 removed`));
    const button = /<button[^>]*aria-expanded="true".*?<\/button>/.exec(html)?.[0] ?? '';
    expect(button).not.toContain('toolbar');
    for (const name of ['Side by side', 'Ignore whitespace', 'Copy patch'])
      expect(html).toContain(`aria-label="${name}"`);
  });

  it.each([
    ['its content', { content: [{ type: 'diff' as const, path: 'a.ts', oldText: 'old', newText: 'new' }] }],
    ['its input', { content: [], rawInput: json({ path: 'a.ts', old_string: 'old', new_string: 'new' }) }],
  ])('says why it failed below the change of %s', (_, fields) => {
    const why = { type: 'content' as const, content: { type: 'text' as const, text: 'old_string was not found' } };
    const html = row({ status: 'failed', ...fields, content: [...fields.content, why] });
    expect(html).toMatch(/data-kind="add"[^]*old_string was not found/);
  });

  it('has other words that came with the change one click away', () => {
    const said = { type: 'content' as const, content: { type: 'text' as const, text: 'two warnings' } };
    const html = row({ content: [{ type: 'diff' as const, path: 'a.ts', oldText: 'old', newText: 'new' }, said] });
    expect(html).not.toContain('two warnings');
    expect(html).toContain('aria-label="Raw input and output"');
  });

  it('is a card also where the agent calls it something else, and is named as an edit', () => {
    const html = row({ toolKind: 'other', rawInput: json({ path: 'a.ts', old_str: 'old', new_str: 'new' }) });
    expect(html).toMatch(/Edited.*a\.ts/);
    expect(html).toMatch(/data-kind="add"[^]*new/);
  });

  it('says of a file without text what became of it', () => {
    expect(row({ content: [{ type: 'diff' as const, path: 'a.ts', oldText: null, newText: '' }] })).toMatch(
      /Created.*This new file is empty/,
    );
    expect(row({ rawInput: json('*** Begin Patch\n*** Delete File: a.ts\n*** End Patch') })).toContain(
      'The file is deleted.',
    );
  });

  it('is one line, which opens nothing, where nothing is told at all', () => {
    const html = row({});
    expect(html).toContain('Edit File');
    expect(html).not.toContain('<button');
  });

  it('offers a change that is too large for its item', () => {
    const head = '{"type":"diff","path":"a.ts","oldText":"';
    const part = { type: 'stored' as const, blobId: 'b', as: 'json' as const, bytes: 90_000, head };
    const html = row({ content: [part] });
    expect(html).toContain('Show the change');
    expect(html).not.toContain('oldText');
  });
});

describe('the card of a command', () => {
  it('tells command, folder, exit status, duration and output in its colours', () => {
    const html = row({
      toolKind: 'execute',
      title: '`npm test`',
      rawInput: json({ command: 'npm test', cwd: '/else/where' }),
      rawOutput: json({ exitCode: 2, stdout: '\u001b[31mred\u001b[0m' }),
    });
    for (const text of ['npm test', 'in /else/where', 'exit 2', '2.5', '--ansi-red']) expect(html).toContain(text);
  });

  it('says that nothing was printed of what has run, also where that failed', () => {
    const silent = { toolKind: 'execute' as const, content: [] };
    const ended = (exitCode: number, status: 'completed' | 'failed') =>
      row({ ...silent, status, rawOutput: json({ exitCode, stdout: '' }) });
    expect(ended(0, 'completed')).toContain('No output');
    expect(ended(127, 'failed')).toContain('No output');
    expect(row({ ...silent, status: 'cancelled' })).not.toContain('No output');
  });

  it('has no empty line between what came out of both its ends', () => {
    const html = row({ toolKind: 'execute', rawOutput: json({ stdout: 'out\n', stderr: 'err\n' }) });
    expect(html.match(/class="ansi-line"/g)).toHaveLength(2);
  });
});

describe('what is shown of a long output', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');
  const stored = (head: string) => ({
    type: 'stored' as const,
    blobId: 'b',
    as: 'text' as const,
    bytes: 146_432,
    head,
  });
  const ran = { toolKind: 'execute' as const, rawInput: json({ command: 'npm test' }) };

  it('in the store is told as its beginning of so much, since nobody here knows how many lines follow', () => {
    const html = row({ ...ran, content: [stored(lines(46))] });
    expect(html).toContain('line 11<');
    expect(html).not.toContain('line 12<');
    expect(html).toContain('first 12 lines of 143 KB');
    expect(html).toContain('>Open all<');
    expect(html).not.toContain('more line');
    expect(row({ ...ran, content: [stored(lines(3))] })).toContain('>beginning of 143 KB<');
    expect(row({ ...ran, content: [stored('')] })).toContain('>143 KB in all<');
  });

  it('that is here says how many lines one click shows, or that all of them open by themselves', () => {
    const says = (count: number) => row({ ...ran, rawOutput: json({ exitCode: 0, stdout: lines(count) }) });
    expect(says(12)).not.toContain('more line');
    expect(says(13)).toContain('… 1 more line<');
    expect(says(1012)).toContain('… 1,000 more lines<');
    expect(says(1013)).toContain('… open all 1,013 lines<');
  });

  it('that a terminal or the agent printed past 64 KB shows its end, and opens all of it', () => {
    const part = { type: 'stored' as const, blobId: 'b', as: 'text' as const, bytes: 3 * 1_048_576 - 2, head: '' };
    const [text, rest] = [lines(20), 2];
    const shown = { output: text, truncated: true, stored: part, rest };
    const printed = { terminal_id: 'x', data: text, truncated: true, stored: part, rest };
    for (const html of [
      row({ ...ran, content: [{ type: 'terminal', terminalId: 'x', ...shown }] }),
      row({ ...ran, content: [{ type: 'terminal', terminalId: 'x' }], meta: { terminal_output: printed } }),
    ]) {
      expect(html).toContain('… open all 3.0 MB<');
      expect(html).toContain('line 19<');
      expect(html).not.toContain('line 7<');
      expect(html).not.toContain('no longer kept');
    }
  });
});

describe('what an agent said raw', () => {
  const change = { content: [{ type: 'diff' as const, path: 'a.ts', oldText: 'old', newText: 'new' }] };
  it.each([
    ['a command', { toolKind: 'execute' as const, rawInput: json({ command: 'ls' }) }],
    ['a change', { ...change, rawInput: json({ path: 'a.ts' }) }],
    ['changes of many files', { content: [...change.content, ...change.content], rawOutput: json({ ok: true }) }],
  ])('is one click away from the card of %s', (_, fields) => {
    expect(row(fields)).toMatch(
      /<button[^>]*aria-label="Raw input and output"[^>]*aria-pressed="false"|<button[^>]*aria-pressed="false"[^>]*aria-label="Raw input and output"/,
    );
    expect(row(fields)).not.toMatch(/Raw (?:input|output)</);
  });

  it('has no button where it said nothing, or where the card shows nothing else', () => {
    expect(row(change)).not.toContain('Raw input and output');
    expect(row({ rawInput: json({ path: 'a.ts' }) })).not.toContain('Raw input and output');
  });
});

describe('other kinds', () => {
  it.each(['fetch', 'think', 'other', 'read', 'search'] as const)(
    'of kind %s hide what they said behind one click',
    (toolKind) => {
      const html = row({ toolKind, title: 'A title', rawInput: json({ hidden: 'SECRET' }) });
      expect(html).toContain('aria-expanded="false"');
      expect(html).not.toContain('SECRET');
    },
  );

  it('delete and move say so', () => {
    expect(row({ toolKind: 'delete', rawInput: json({ path: 'a.ts' }) })).toContain('Deleted');
    expect(row({ toolKind: 'move', rawInput: json({ path: 'a.ts' }) })).toContain('Moved');
  });

  it.each([
    ['its input', { rawInput: json({ source_path: 'a.ts', destination_path: 'lib/b.ts' }) }],
    ['its input and the place', { locations: [{ path: 'a.ts' }], rawInput: json({ new_path: 'lib/b.ts' }) }],
    [
      'its input, of which the place is the end',
      { locations: [{ path: 'lib/b.ts' }], rawInput: json({ path: 'a.ts', destination: 'lib/b.ts' }) },
    ],
    ['its places', { locations: [{ path: 'a.ts' }, { path: 'lib/b.ts' }] }],
  ])('move says from where to where, by %s', (_, fields) => {
    expect(row({ toolKind: 'move', ...fields })).toContain('a.ts → lib/b.ts');
  });
});

describe('what is closed', () => {
  const text = { type: 'text' as const, text: 'INSIDE' };

  it('draws nothing of a thought', () => {
    const item: ItemOf<'thought'> = {
      kind: 'thought',
      ordinal: 1,
      seq: 1,
      turnId: null,
      at: 0,
      endedAt: 2000,
      open: false,
      content: [text],
    };
    expect(drawn(<Thought item={item} cut={false} />)).not.toContain('INSIDE');
  });

  it('draws nothing of a text that was enclosed, nor of what a permission was asked with', () => {
    const block = { type: 'resource' as const, resource: { uri: 'file:///a.txt', text: 'INSIDE' } };
    const html = drawn(<ContentPart block={block} />);
    expect(html).toContain('file:///a.txt');
    expect(html).not.toContain('INSIDE');
    const asked = {
      toolCallId: 'c',
      title: 'Edit',
      kind: 'edit' as const,
      content: [{ type: 'diff' as const, path: 'a.ts', oldText: 'old', newText: 'new' }],
      rawInput: json({ why: 'INSIDE' }),
    };
    const permission = drawn(<PermissionSubject toolCall={asked} sessionId={null} />);
    expect(permission).toContain('Raw input');
    expect(permission).not.toContain('code-block');
  });

  it('draws nothing of a subtask', () => {
    const item: ItemOf<'subtask'> = {
      kind: 'subtask',
      ordinal: 1,
      seq: 1,
      open: false,
      turnId: null,
      at: 0,
      toolCallId: 't',
      status: 'completed',
      description: 'Explore',
      subagentType: 'explore',
      prompt: 'INSIDE',
      children: [tool({})],
    };
    const inside = () => {
      throw new Error('drawn though closed');
    };
    const html = drawn(<SubtaskRow item={item} inside={inside} />);
    expect(html).toContain('Explore');
    expect(html).not.toContain('INSIDE');
    const alone = { ...item, children: [] };
    expect(drawn(<SubtaskRow item={alone} inside={inside} />)).toContain('aria-expanded');
    // Nothing is behind it that its title does not say.
    expect(drawn(<SubtaskRow item={{ ...alone, prompt: ' Explore\n' }} inside={inside} />)).not.toContain(
      'aria-expanded',
    );
  });

  it('draws thousands of changes in one call a few at a time, and says how many are left', () => {
    const content = Array.from({ length: 5000 }, (_, at): Tool['content'][number] => ({
      type: 'diff',
      path: `/w/${at}.txt`,
      oldText: 'a\n',
      newText: 'a\n',
    }));
    const card = drawn(<ToolRow tool={tool({ content })} asked={false} />);
    expect(card.match(/diff-view/g)).toHaveLength(30);
    expect(card).toContain('Show 30 more of 4,970');
  });

  it('a file without a name is told by its address, and a picture inside a resource is a picture', () => {
    expect(drawn(<ContentPart block={{ type: 'resource_link', uri: 'mcp://thing/1', name: '' }} />)).toContain(
      '>mcp://',
    );
    const resource = { uri: 'mem://a', mimeType: 'image/png', blob: 'iVBORw0KGgo=' };
    expect(drawn(<ContentPart block={{ type: 'resource', resource }} />)).toContain('<img');
  });
});
