import { assert, constantFrom, dictionary, jsonValue, oneof, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../tests/support/acpSchema';
import { parseContentBlock, parseToolCallContent } from './content';
import { parseConfigOptions, parseSessionUpdate, SessionUpdate, ToolKind } from './update';

const examples: Record<string, unknown>[] = [
  { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'a' }, messageId: 'm' },
  { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '' }, messageId: null },
  { sessionUpdate: 'agent_thought_chunk', content: { type: 'image', data: 'aGk=', mimeType: 'image/png' } },
  {
    sessionUpdate: 'tool_call',
    toolCallId: 't',
    title: 'T',
    name: 'bash',
    kind: 'execute',
    status: 'pending',
    content: [
      { type: 'content', content: { type: 'text', text: 'x' } },
      { type: 'diff', path: '/a', oldText: null, newText: 'n' },
      { type: 'terminal', terminalId: 'x' },
    ],
    locations: [{ path: '/a', line: 3 }],
    rawInput: { a: 1 },
    rawOutput: 'x',
  },
  { sessionUpdate: 'tool_call_update', toolCallId: 't', title: null, status: 'completed', content: null },
  { sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'high', status: 'completed' }] },
  {
    sessionUpdate: 'available_commands_update',
    availableCommands: [{ name: 'c', description: 'd', input: { hint: 'h' } }],
  },
  { sessionUpdate: 'current_mode_update', currentModeId: 'm' },
  {
    sessionUpdate: 'config_option_update',
    configOptions: [
      { id: 'a', name: 'A', type: 'select', currentValue: 'x', options: [{ value: 'x', name: 'X' }] },
      { id: 'b', name: 'B', type: 'boolean', currentValue: true },
    ],
  },
  { sessionUpdate: 'session_info_update', title: 'T', updatedAt: '2026-01-01T00:00:00Z' },
  { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.5, currency: 'USD' } },
  { sessionUpdate: 'notice', severity: 'warning', title: 'T', description: 'd' },
  {
    sessionUpdate: 'compaction_update',
    compactionId: 'c',
    status: 'completed',
    summary: [{ type: 'text', text: 'short' }],
  },
];

describe('a session update', () => {
  it.each(examples.map((example): [unknown, unknown] => [example['sessionUpdate'], example]))(
    '%s that the official schema accepts is read as what it is, in our own shape',
    (kind, example) => {
      expect(faultsOf('SessionUpdate', example)).toEqual([]);
      const update = parseSessionUpdate(example);
      expect(update.sessionUpdate).toBe(kind);
      expect(SessionUpdate.parse(update)).toEqual(update);
    },
  );

  it('of an unknown kind is kept whole', () => {
    const raw = { sessionUpdate: 'subagent_spawned', name: 'x' };
    expect(parseSessionUpdate(raw)).toEqual({ sessionUpdate: 'unknown', kind: 'subagent_spawned', raw });
  });

  it('that lacks what it cannot do without is kept whole too', () => {
    for (const raw of [
      { sessionUpdate: 'tool_call' },
      { sessionUpdate: 'agent_message_chunk' },
      { sessionUpdate: 7 },
    ]) {
      expect(parseSessionUpdate(raw)).toMatchObject({ sessionUpdate: 'unknown', raw });
    }
  });

  it('loses only the part that is bad', () => {
    expect(
      parseSessionUpdate({
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        title: 7,
        kind: 'juggle',
        status: 'almost',
        content: [
          { type: 'hologram' },
          { type: 'content', content: { type: 'smell' } },
          { type: 'terminal', terminalId: 'x' },
        ],
        locations: [{ path: 3 }, { path: '/a' }],
      }),
    ).toEqual({
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      kind: 'other',
      content: [
        { type: 'raw', raw: { type: 'hologram' } },
        { type: 'content', content: { type: 'raw', raw: { type: 'smell' } } },
        { type: 'terminal', terminalId: 'x' },
      ],
      locations: [{ path: '/a' }],
    });
    expect(
      parseSessionUpdate({ sessionUpdate: 'plan', entries: [{ content: 'a', priority: 1 }, { status: 'pending' }] }),
    ).toEqual({ sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'medium', status: 'pending' }] });
  });

  it('with a picture as a whole address has its data alone', () => {
    const read = (data: string, mimeType?: string) => parseContentBlock({ type: 'image', data, mimeType });
    const picture = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
    expect(read('data:image/png;base64,aGk=', 'image/png')).toEqual(picture);
    expect(read('data:image/PNG;charset=utf-8;base64,aGk=')).toEqual(picture);
    expect(read('data:;base64,aGk=', 'image/png')).toEqual(picture);
    expect(read('aGk=', 'image/png')).toEqual(picture);
    expect(parseContentBlock({ type: 'audio', data: 'data:audio/wav;base64,aGk=', mimeType: 'audio/wav' })).toEqual({
      type: 'audio',
      data: 'aGk=',
      mimeType: 'audio/wav',
    });
    // What is no base64 is left as it is.
    expect(read('data:image/svg+xml,<svg/>', 'image/svg+xml')).toMatchObject({ data: 'data:image/svg+xml,<svg/>' });
  });

  it('that is a notice without a title is one all the same, where it says something', () => {
    expect(parseSessionUpdate({ sessionUpdate: 'notice', description: 'd' })).toEqual({
      sessionUpdate: 'notice',
      severity: 'info',
      title: '',
      description: 'd',
    });
    expect(parseSessionUpdate({ sessionUpdate: 'notice' })).toMatchObject({ sessionUpdate: 'unknown' });
  });

  it('tells a title taken back from one not given', () => {
    expect(parseSessionUpdate({ sessionUpdate: 'session_info_update', title: null })).toEqual({
      sessionUpdate: 'session_info_update',
      title: null,
    });
    expect(parseSessionUpdate({ sessionUpdate: 'session_info_update' })).toEqual({
      sessionUpdate: 'session_info_update',
    });
  });

  it('never throws, and always gives our own shape, whatever comes', () => {
    const kinds = examples.map((example) => example['sessionUpdate']);
    const keys = [...new Set(examples.flatMap((example) => Object.keys(example)))];
    const parts = dictionary(constantFrom(...keys), jsonValue());
    const update = tuple(constantFrom(...kinds), parts).map(([sessionUpdate, rest]) => ({ ...rest, sessionUpdate }));
    assert(
      property(oneof(update, jsonValue()), (value) => {
        expect(SessionUpdate.safeParse(parseSessionUpdate(value)).success).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('config options', () => {
  it('keep their order, and the group of each choice', () => {
    const [option] = parseConfigOptions([
      {
        id: 'model',
        name: 'Model',
        type: 'select',
        currentValue: 'a',
        options: [
          { group: 'g1', name: 'First', options: [{ value: 'a', name: 'A' }] },
          { group: 'g2', name: 'Second', options: [{ value: 'b', name: 'B' }] },
        ],
      },
    ]);
    expect(option?.type === 'select' && option.options.map(({ value, group }) => [value, group])).toEqual([
      ['a', 'First'],
      ['b', 'Second'],
    ]);
  });

  it('that cannot be read are left out', () => {
    expect(parseConfigOptions([{ id: 'x', type: 'slider' }, null])).toEqual([]);
    expect(parseConfigOptions('none')).toEqual([]);
  });
});

describe('a part of a message', () => {
  it('is copied without what nobody reads, or kept raw', () => {
    expect(parseContentBlock({ type: 'text', text: 'a', annotations: {} })).toEqual({ type: 'text', text: 'a' });
    expect(parseContentBlock({ type: 'text', text: 7 })).toEqual({ type: 'raw', raw: { type: 'text', text: 7 } });
    expect(parseToolCallContent(null)).toEqual({ type: 'raw', raw: null });
    // What a terminal of ours printed only we know.
    const stored = { type: 'stored', blobId: 'of another session', as: 'text', bytes: 1, head: '' };
    const named = { type: 'terminal', terminalId: 'x' };
    expect(parseToolCallContent({ ...named, output: 'forged', truncated: true, stored, rest: 1 })).toEqual(named);
  });

  it('knows every kind of tool of the official schema', () => {
    for (const kind of ToolKind.options) expect(faultsOf('ToolKind', kind)).toEqual([]);
  });
});
