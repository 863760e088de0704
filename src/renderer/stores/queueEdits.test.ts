import type { Attachment } from '@shared/attachment';
import { describe, expect, it } from 'vitest';
import { isChanged, ownPart, type QueueEdit, readAgain } from './queueEdits';

const file = (name: string): Attachment => ({ kind: 'path', path: `/x/${name}`, uri: '', name, isFolder: false });
const [fence, colours, brushes] = [file('fence'), file('colours'), file('brushes')];
const before = {
  text: 'Paint it',
  edits: 0,
  attached: new Map([fence, colours].map((one, place) => [one, place + 1])),
};
const edit = (draft: QueueEdit['draft']): QueueEdit => ({ sessionId: 's1', queuedId: 'q1', before, draft });

describe('the edit of a message that waits', () => {
  it('has changed when its text is another, or something was taken away or added', () => {
    const changed = (text: string, ...attachments: Attachment[]) => isChanged(edit({ text, attachments }));
    expect(changed('Paint it', fence, colours)).toBe(false);
    expect(changed('Paint it green', fence, colours)).toBe(true);
    expect(changed('Paint it', fence)).toBe(true);
    expect(changed('Paint it', fence, colours, brushes)).toBe(true);
    expect(changed('Paint it', fence, brushes)).toBe(true);
  });

  it('leaves what was typed and added, where the message has gone', () => {
    expect(ownPart(edit({ text: 'Paint it green', attachments: [fence, brushes] }))).toEqual({
      text: 'Paint it green',
      attachments: [brushes],
    });
    expect(ownPart(edit({ text: 'Paint it', attachments: [brushes] })).text).toBe('');
  });

  it('goes on with what the message has become, and keeps what was typed and added', () => {
    const now = { text: 'Paint it red', edits: 1, attached: new Map([[colours, 1]]) };
    const again = readAgain(edit({ text: 'Paint it green', attachments: [fence, brushes] }), now);
    expect(again).toEqual({
      ...edit({ text: 'Paint it green', attachments: [colours, brushes] }),
      before: now,
    });
  });
});
