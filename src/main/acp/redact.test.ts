import { describe, expect, it } from 'vitest';
import { REDACTED, redactText } from '@shared/redactText';
import { hideSecrets, secretValuesOf, redact } from './redact';

describe('redaction', () => {
  it.each([
    [
      'a header',
      { headers: [{ name: 'Authorization', value: 'Bearer abcdefgh12345' }] },
      { headers: [{ name: 'Authorization', value: REDACTED }] },
    ],
    [
      'an environment list',
      { env: [{ name: 'HOME', value: '/home/me' }] },
      { env: [{ name: 'HOME', value: REDACTED }] },
    ],
    ['an environment record', { env: { HOME: '/home/me' } }, { env: { HOME: REDACTED } }],
    [
      'telling keys',
      {
        apiKey: 'a',
        api_key: 'b',
        password: 'c',
        'x-api-key': 'd',
        sessionToken: 'e',
        Cookie: 'f',
        client_secret: 'g',
      },
      {
        apiKey: REDACTED,
        api_key: REDACTED,
        password: REDACTED,
        'x-api-key': REDACTED,
        sessionToken: REDACTED,
        Cookie: REDACTED,
        client_secret: REDACTED,
      },
    ],
    [
      'a nested secret',
      { credentials: { user: 'me', list: ['x'] } },
      { credentials: { user: REDACTED, list: [REDACTED] } },
    ],
  ])('hides %s', (_, value, expected) => {
    expect(redact(value)).toEqual(expected);
  });

  it('leaves counts, ids, names and plain text as they are', () => {
    const value = {
      usage: { totalTokens: 7, inputTokens: 3, maxTokens: '5' },
      sessionId: 's',
      requestId: 0,
      text: 'The token expired; ask for a new password.',
      headers: [{ name: 'Accept', value: 'text/plain' }],
      nothing: null,
      secret: true,
    };
    expect(redact(value)).toEqual(value);
  });

  it.each([
    'Authorization: Bearer abcdefghijkl',
    'curl -H "x-api-key: abcdefghijkl"',
    'OPENAI_API_KEY=abcdefghijkl npm start',
    '{"password":"abcdefghijkl"}',
    'https://me:abcdefghijkl@host.test/x',
    'sk-abcdefghijkl-0123456789',
  ])('hides the secret inside the text %s', (text) => {
    expect(redactText(text)).not.toContain('abcdefghijkl');
    expect(redactText(text)).toContain(REDACTED);
  });

  it('gives the same text when it is applied again', () => {
    const once = redactText('API_KEY=abcdefghijkl and Bearer abcdefghijkl');
    expect(redactText(once)).toBe(once);
  });
});

describe('known secrets', () => {
  it('go whatever they look like, the longest first, and short words stay', () => {
    const known = ['plain words', 'plain words and more', 'abc'];
    expect(hideSecrets('it said: plain words and more, plain words, abc', known)).toBe(
      'it said: [redacted], [redacted], abc',
    );
  });

  it('go also where they stand inside JSON', () => {
    const secret = 'pass"word\\and\nmore';
    expect(hideSecrets(JSON.stringify({ said: secret }), [secret])).toBe('{"said":"[redacted]"}');
  });

  it('are also the values of variables that are named as secrets', () => {
    const env = { CURSOR_API_KEY: 'not-like-a-key', PATH: '/usr/bin', DB_PASSWORD: 'short' };
    expect(secretValuesOf(env)).toEqual(['not-like-a-key']);
  });
});
