import { describe, expect, it } from 'vitest';
import { cursorSaidError } from './saidError';

const said = (message: string, chunk = message) => cursorSaidError({ message, chunk });

describe('AC-09 an error that is said as an answer', () => {
  it.each([
    ['\n\nError: RetriableError: [unavailable] try later', 'retry'],
    ['Error: NonRetriableError: bad', 'retry'],
    ['NonRetriableError: bad', 'retry'],
    ['RetriableError: [unavailable] try later', 'retry'],
    ['ActionRequiredError: Upgrade your plan to continue', 'account'],
    ['Error: ConnectError: [unavailable] upstream', 'retry'],
    ['Error: ConnectError: [deadline_exceeded] slow', 'retry'],
    ['ConnectError: [aborted] read ECONNRESET', 'retry'],
    ['Error: ConnectError: [unauthenticated] no', 'signIn'],
    ['Error: HTTP/2 stream was reset: CANCEL', 'retry'],
    ['Something went wrong communicating with the server. Try again.', 'retry'],
    ['Please sign in to continue', 'signIn'],
    ['Upgrade your plan to continue', 'account'],
    ['Add a payment method to continue', 'account'],
    ['Check your settings to continue', 'changeModel'],
    ['AI Model Not Found', 'changeModel'],
    ['Error: ActionRequiredError: Check your settings to continue', 'changeModel'],
  ])('is known by its words: %s', (words, remedy) => {
    expect(said(words)).toEqual({ message: words.trim(), remedy });
    expect(said(`I looked at the code.\n\n${words.trim()}`, `\n\n${words.trim()}`)).toMatchObject({ remedy });
  });

  it('may be several paragraphs long when it came as the last chunk', () => {
    const chunk = '\n\nError: RetriableError: no\n\nrequest id 7';
    expect(said(`So far so good.${chunk}`, chunk)?.message).toContain('request id 7');
  });

  it.each([
    ['in a sentence', 'The log says Error: ConnectError: [unavailable], which means that the server is away.'],
    ['in the middle of the answer', 'Error: ConnectError: [unavailable]\n\nThis is what it prints when it is offline.'],
    ['in a code block', 'It prints:\n\n```\nError: ConnectError: [unavailable]\n```'],
    ['in a code block with an empty line', 'It prints:\n\n```\nstart\n\nError: ConnectError: [unavailable]\n```\n'],
    ['in a code block that is still open', 'It prints:\n\n```\nstart\n\nError: ConnectError: [unavailable]'],
    ['in an indented block', 'It prints:\n\n    Error: ConnectError: [unavailable]'],
    ['in a quote', 'It says:\n\n> Error: ConnectError: [unavailable]'],
    ['in a list', 'One of:\n\n- Check your settings to continue\n- AI Model Not Found'],
    ['in inline code', '`Check your settings to continue` is shown when the model is gone.'],
    ['at the start of a long explanation', `Check your settings to continue ${'is what users see. '.repeat(30)}`],
    [
      'at the start of a text that explains it',
      `Error: RetriableError: ${'is thrown where a call may be made again. '.repeat(60)}`,
    ],
    ['as a word that others begin with', 'ActionRequiredErrors are thrown where the person must act.'],
    ['in nothing at all', ''],
  ])('is none %s', (_, message) => {
    expect(said(message, message.slice(-10))).toBeNull();
  });
});
