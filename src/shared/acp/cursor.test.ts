import { describe, expect, it } from 'vitest';
import {
  canonicalMethod,
  parseAskQuestion,
  parseAvailableModels,
  parseCreatePlan,
  parseGenerateImage,
  parseTask,
  parseUpdateTodos,
} from './cursor';
import { mergeTodos, todosFrom } from './todos';

describe("Cursor's extension requests", () => {
  it('have one name in both spellings (AC-03)', () => {
    expect(canonicalMethod('_cursor/create_plan')).toBe('cursor/create_plan');
    expect(canonicalMethod('cursor/create_plan')).toBe('cursor/create_plan');
    expect(canonicalMethod('_other/x')).toBe('_other/x');
  });

  it('read a question as the documentation writes it', () => {
    expect(
      parseAskQuestion({
        toolCallId: 'call_123',
        title: 'Need input',
        questions: [
          { id: 'q', prompt: 'Which?', options: [{ id: 'a', label: 'A' }, { id: 'b' }], allowMultiple: true },
        ],
      }),
    ).toEqual({
      toolCallId: 'call_123',
      title: 'Need input',
      questions: [
        {
          id: 'q',
          prompt: 'Which?',
          options: [
            { id: 'a', label: 'A' },
            { id: 'b', label: 'b' },
          ],
          allowMultiple: true,
        },
      ],
    });
  });

  it.each([
    ['no questions', { toolCallId: 'x', questions: [] }],
    ['questions that are no list', { questions: 'why' }],
    ['a question without options', { questions: [{ id: 'q', prompt: 'p', options: [] }] }],
    ['one unreadable question among others', { questions: [{ id: 'q', prompt: 'p', options: [{ id: 'a' }] }, {}] }],
    ['null', null],
  ])('do not read a question with %s (AC-04)', (_, params) => {
    expect(parseAskQuestion(params)).toBeUndefined();
  });

  it('read a plan with phases and todos, and none without its text', () => {
    expect(
      parseCreatePlan({
        toolCallId: 'c',
        plan: '# Plan',
        todos: [{ id: '1', content: 'a', status: 'pending' }],
        phases: [{ name: 'One', todos: [{ id: '2', title: 'b', status: 'inProgress' }] }, { todos: [] }],
      }),
    ).toEqual({
      toolCallId: 'c',
      plan: {
        markdown: '# Plan',
        todos: [{ id: '1', content: 'a', status: 'pending' }],
        phases: [{ name: 'One', todos: [{ id: '2', content: 'b', status: 'in_progress' }] }],
        isProject: false,
      },
    });
    expect(parseCreatePlan({ toolCallId: 'c', todos: [] })).toBeUndefined();
  });

  it.each([
    ['explore', 'explore'],
    [{ custom: 'mine' }, 'mine'],
    ['unspecified', ''],
    [{ custom: { explore: {} } }, 'explore'],
    [{ custom: { unspecified: {} } }, ''],
    [undefined, ''],
    [7, ''],
  ])('read the subagent type %j as “%s”', (subagentType, expected) => {
    expect(parseTask({ toolCallId: 't', description: 'd', prompt: 'p', subagentType })?.subagentType).toBe(expected);
  });

  it('read a picture, a task and a model list leniently', () => {
    expect(
      parseGenerateImage({ description: 'an icon', filePath: '/tmp/icon.png', referenceImagePaths: ['/a', 3] }),
    ).toEqual({
      description: 'an icon',
      filePath: '/tmp/icon.png',
      referenceImagePaths: ['/a'],
    });
    expect(parseGenerateImage('x')).toBeUndefined();
    expect(parseTask({})).toBeUndefined();
    expect(parseAvailableModels({ models: [{ value: 'a' }, {}] })).toEqual({
      models: [{ value: 'a', name: 'a', configOptions: [] }],
    });
    expect(parseAvailableModels(null)).toEqual({ models: [] });
  });
});

describe('todos', () => {
  it.each(['TODO_STATUS_IN_PROGRESS', 'inProgress', 'in_progress', 'in-progress'])(
    'count %s as in progress (AC-06)',
    (status) => {
      expect(todosFrom([{ id: 'a', content: 'x', status }])).toEqual([
        { id: 'a', content: 'x', status: 'in_progress' },
      ]);
    },
  );

  it('take title for content, and make up an id where there is none', () => {
    expect(todosFrom([{ title: 'x' }, { content: 'y', status: 'TODO_STATUS_COMPLETED' }, 7])).toEqual([
      { id: 'todo-1', content: 'x', status: 'pending' },
      { id: 'todo-2', content: 'y', status: 'completed' },
    ]);
  });

  const current = [
    { id: 'a', content: 'first', status: 'pending' as const },
    { id: 'b', content: 'second', status: 'pending' as const },
  ];

  it('merge by id, keep what is not given, and append what is new', () => {
    const update = parseUpdateTodos({
      todos: [
        { id: 'b', status: 'completed' },
        { id: 'c', content: 'third' },
      ],
      merge: true,
    });
    expect(mergeTodos(current, update?.todos ?? [], update?.merge ?? false)).toEqual([
      current[0],
      { id: 'b', content: 'second', status: 'completed' },
      { id: 'c', content: 'third', status: 'pending' },
    ]);
  });

  it('replace the list without merge, in the new order', () => {
    expect(mergeTodos(current, [{ id: 'b', content: 'second', status: 'cancelled' }], false)).toEqual([
      { id: 'b', content: 'second', status: 'cancelled' },
    ]);
  });

  it('are the same list when nothing changed', () => {
    expect(mergeTodos(current, [{ id: 'a', status: 'pending' }], true)).toBe(current);
    expect(mergeTodos(current, current, false)).toBe(current);
  });

  it('are not read from params without a list', () => {
    expect(parseUpdateTodos({ merge: true })).toBeUndefined();
  });
});
