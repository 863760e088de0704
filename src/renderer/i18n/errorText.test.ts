import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import en from './en.json';
import { errorText } from './errorText';
import { startFaultText } from './startFaultText';
import zhCN from './zh-CN.json';

let english: TFunction;
let chinese: TFunction;
beforeAll(async () => {
  const resources = { en: { translation: en }, 'zh-CN': { translation: zhCN } };
  const i18n = i18next.createInstance({ resources, interpolation: { escapeValue: false } });
  await i18n.init();
  english = i18n.getFixedT('en');
  chinese = i18n.getFixedT('zh-CN');
});

describe('how a program ended', () => {
  const exited = { code: 'agent.exited', exitCode: 3, signal: null, stderrTail: '' } as const;

  it('is told as its exit code, in words', () => {
    expect(errorText(english, exited)).toContain('ended (exit code 3)');
    expect(errorText(chinese, exited)).toContain('（退出码 3）');
  });

  it('is told as the signal that ended it', () => {
    expect(errorText(english, { ...exited, exitCode: null, signal: 'SIGKILL' })).toContain('ended (SIGKILL)');
  });

  it('is told of an installer too, whichever it was', () => {
    const failed = { code: 'install.toolFailed', tool: 'npm', how: '1', stderrTail: '' } as const;
    expect(errorText(english, failed)).toBe('npm ended with exit code 1.');
    expect(errorText(english, { ...failed, how: 'SIGTERM' })).toBe('npm ended with SIGTERM.');
  });

  it('of an agent that had done nothing yet speaks of nothing that was kept', () => {
    expect(startFaultText(english, exited)).toBe('It was started, and ended with exit code 3 before it answered.');
  });
});
