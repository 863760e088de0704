import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Sealer, SecretStore } from './secretStore';

const newHome = (): string => mkdtempSync(join(tmpdir(), 'signalbox-secrets-'));
const keychain: Sealer = {
  seal: (text) => Promise.resolve(Buffer.from(text).toString('base64')),
  unseal: (sealed) => Promise.resolve(Buffer.from(sealed, 'base64').toString()),
};
const noKeychain: Sealer = { seal: () => Promise.resolve(null), unseal: () => Promise.resolve(null) };
const fileOf = (home: string): string => readFileSync(join(home, 'secrets.json'), 'utf8');

describe('SecretStore', () => {
  it('seals what it keeps and gives it back after a restart', async () => {
    const home = newHome();
    await SecretStore.open(home, keychain).set('a', ['KEY'], { KEY: 'open sesame' }, false);
    expect(fileOf(home)).not.toContain('open sesame');
    expect(statSync(join(home, 'secrets.json')).mode & 0o777).toBe(0o600);
    const again = SecretStore.open(home, keychain);
    expect(again.place('a', 'KEY')).toBe('keychain');
    expect(await again.values('a', ['KEY', 'OTHER'])).toEqual({ KEY: 'open sesame' });
  });

  it('keeps a secret for this run only where there is no keychain', async () => {
    const home = newHome();
    const store = SecretStore.open(home, noKeychain);
    await store.set('a', ['KEY'], { KEY: 'open sesame' }, false);
    expect(store.place('a', 'KEY')).toBe('thisRun');
    expect(await store.values('a', ['KEY'])).toEqual({ KEY: 'open sesame' });
    expect(fileOf(home)).not.toContain('open sesame');
    expect(SecretStore.open(home, noKeychain).place('a', 'KEY')).toBe('missing');
  });

  it('writes it plainly only where the person accepted that', async () => {
    const home = newHome();
    await SecretStore.open(home, noKeychain).set('a', ['KEY'], { KEY: 'open sesame' }, true);
    const again = SecretStore.open(home, noKeychain);
    expect(again.place('a', 'KEY')).toBe('plain');
    expect(await again.values('a', ['KEY'])).toEqual({ KEY: 'open sesame' });
  });

  it('keeps a secret that was not typed again, and forgets one that was taken off the list', async () => {
    const store = SecretStore.open(newHome(), keychain);
    await store.set('a', ['ONE', 'TWO'], { ONE: 'first', TWO: 'second' }, false);
    const before = store.revision('a');
    await store.set('a', ['ONE'], {}, false);
    expect(await store.values('a', ['ONE', 'TWO'])).toEqual({ ONE: 'first' });
    expect(store.revision('a')).not.toBe(before);
  });

  it('says that a secret is missing when its file cannot be read or the keychain lost it', async () => {
    const home = newHome();
    writeFileSync(join(home, 'secrets.json'), '{');
    expect(SecretStore.open(home, keychain).place('a', 'KEY')).toBe('missing');
    await SecretStore.open(home, keychain).set('a', ['KEY'], { KEY: 'x' }, false);
    expect(await SecretStore.open(home, noKeychain).values('a', ['KEY'])).toEqual({});
  });

  it('says that a secret is missing where the keychain cannot open it, and still gives the others', async () => {
    const home = newHome();
    await SecretStore.open(home, keychain).set('a', ['ONE', 'TWO'], { ONE: 'first', TWO: 'second' }, false);
    const broken: Sealer = {
      ...keychain,
      unseal: (sealed) =>
        sealed === Buffer.from('first').toString('base64')
          ? Promise.reject(new Error('Error while decrypting the ciphertext'))
          : keychain.unseal(sealed),
    };
    const store = SecretStore.open(home, broken);
    expect(await store.values('a', ['ONE', 'TWO'])).toEqual({ TWO: 'second' });
    expect([store.place('a', 'ONE'), store.place('a', 'TWO')]).toEqual(['missing', 'keychain']);
    await store.set('a', ['ONE', 'TWO'], { ONE: 'typed again' }, false);
    expect(store.place('a', 'ONE')).toBe('keychain');
    expect(await store.values('a', ['ONE'])).toEqual({ ONE: 'typed again' });
  });

  it('still knows for redaction what it does not keep any more, and what an agent got from elsewhere', async () => {
    const store = SecretStore.open(newHome(), keychain);
    await store.set('a', ['KEY'], { KEY: 'open sesame' }, false);
    await store.set('a', [], {}, false);
    store.note(['from the environment']);
    expect(store.inClear()).toEqual(['open sesame', 'from the environment']);
  });

  it('knows what it holds in clear, for redaction', async () => {
    const store = SecretStore.open(newHome(), keychain);
    await store.set('a', ['KEY'], { KEY: 'open sesame' }, false);
    expect(store.inClear()).toEqual(['open sesame']);
  });
});
