import { describe, expect, it, vi } from 'vitest';
import { currentWords, setLocale, startI18n } from './i18n';
import { closeUp } from './hanSpaces';

describe('the space around what a Chinese text names', () => {
  it('goes where the name is Han, at each side by itself', () => {
    expect(closeUp('让 演示智能体 做点什么', ['演示智能体'])).toBe('让演示智能体做点什么');
    expect(closeUp('让 演示 Demo 做点什么', ['演示 Demo'])).toBe('让演示 Demo 做点什么');
    expect(closeUp('打开 ledger 账本 之后', ['ledger 账本'])).toBe('打开 ledger 账本之后');
  });

  it('stays beside Latin, and inside of the name', () => {
    expect(closeUp('让 Cursor 做点什么', ['Cursor'])).toBe('让 Cursor 做点什么');
    expect(closeUp('会话“修复 登录 问题”已删除', ['修复 登录 问题'])).toBe('会话“修复 登录 问题”已删除');
    expect(closeUp('用 Node 运行 脚本', ['脚本'])).toBe('用 Node 运行脚本');
    expect(closeUp('Ask 演示 to do something', ['演示'])).toBe('Ask 演示 to do something');
  });

  it('is closed in the words that the page shows', () => {
    vi.stubGlobal('document', { documentElement: { lang: '' } });
    startI18n('zh-CN');
    expect(currentWords()('composer.placeholder', { agent: '演示智能体' })).toMatch(/^让演示智能体做点什么/);
    setLocale('en');
    expect(currentWords()('composer.placeholder', { agent: '演示智能体' })).toMatch(/^Ask 演示智能体 to do/);
    vi.unstubAllGlobals();
  });
});
