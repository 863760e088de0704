import { describe, expect, it } from 'vitest';
import { urlsIn, withUrls } from './urlsIn';

describe('addresses in a plain text', () => {
  it('stand apart, without what ends the sentence', () => {
    expect(withUrls('Failed. Open https://a.example/login?x=1&y=2. Then go on.')).toEqual([
      { text: 'Failed. Open ', isUrl: false },
      { text: 'https://a.example/login?x=1&y=2', isUrl: true },
      { text: '. Then go on.', isUrl: false },
    ]);
    expect(urlsIn('请打开（https://a.example/登录）。')).toEqual(['https://a.example/登录']);
  });

  it('end where Chinese marks stand, which no space follows', () => {
    expect(urlsIn('见https://a.example/x，然后看https://b.example/路径。好；“https://c.example/”')).toEqual([
      'https://a.example/x',
      'https://b.example/路径',
      'https://c.example/',
    ]);
  });

  it('are told once each, and nothing else is taken for one', () => {
    expect(urlsIn('"http://a.example" <http://a.example> https://b.example, javascript:alert(1) file:///etc')).toEqual([
      'http://a.example',
      'https://b.example',
    ]);
    expect(withUrls('nothing')).toEqual([{ text: 'nothing', isUrl: false }]);
    expect(withUrls('')).toEqual([]);
  });
});
