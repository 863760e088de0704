import { describe, expect, it } from 'vitest';
import { readRegistryPath } from './registryPath';

const answer = (key: string, type: string, value: string): string =>
  `\r\n${key}\r\n    Path    ${type}    ${value}\r\n\r\n`;

describe("the registry's PATH on Windows", () => {
  it("is the machine's, then the person's, with variables filled in", async () => {
    const env = { SystemRoot: 'C:\\Windows', UserProfile: 'C:\\Users\\me' };
    const folders = await readRegistryPath(env, ([, key = '']) =>
      Promise.resolve(
        key.startsWith('HKLM')
          ? answer(key, 'REG_EXPAND_SZ', '%SYSTEMROOT%\\system32;C:\\Program Files\\nodejs\\;"C:\\x;y"')
          : answer(key, 'REG_SZ', '%USERPROFILE%\\bin;%UNKNOWN%\\x;;'),
      ),
    );
    expect(folders).toEqual([
      'C:\\Windows\\system32',
      'C:\\Program Files\\nodejs\\',
      'C:\\x;y',
      'C:\\Users\\me\\bin',
      '%UNKNOWN%\\x',
    ]);
  });

  it('is what could be read of it', async () => {
    const folders = await readRegistryPath({}, ([, key = '']) =>
      key.startsWith('HKLM') ? Promise.reject(new Error('denied')) : Promise.resolve(answer(key, 'REG_SZ', 'C:\\own')),
    );
    expect(folders).toEqual(['C:\\own']);
  });
});
