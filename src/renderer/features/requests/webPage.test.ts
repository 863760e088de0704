import { describe, expect, it } from 'vitest';
import { webPage } from './webPage';

describe('a page that an agent wants opened', () => {
  it('is shown by its host, as the browser reads it', () => {
    expect(webPage('https://example.com/login?next=1')).toEqual({
      host: 'example.com',
      href: 'https://example.com/login?next=1',
      disguised: false,
    });
    expect(webPage('https://gіthub.com/login')?.host).toBe('xn--gthub-n2e.com');
  });

  it('that hides its host behind another name says so', () => {
    expect(webPage('https://github.com@evil.example/login')).toMatchObject({ host: 'evil.example', disguised: true });
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'mailto:a@b.c', 'no address', ''])('is not %s', (url) => {
    expect(webPage(url)).toBeNull();
  });
});
