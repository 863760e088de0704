import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StartLease } from './startLease';

describe('the start lease of a program', () => {
  it('is held by one at a time, and given on in the order in which it was asked for', async () => {
    const lease = new StartLease();
    const seen: string[] = [];
    const work = (name: string) =>
      lease.run('/bin/a', async () => {
        seen.push(`${name} begins`);
        await Promise.resolve();
        seen.push(`${name} ends`);
      });
    await Promise.all(['one', 'two', 'three'].map(work));
    expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
  });

  it('is the same under every name that links to the program, and another for another program', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-lease-')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'agent'), '');
    symlinkSync(join(folder, 'agent'), join(folder, 'cursor-agent'));
    const lease = new StartLease();
    const release = await lease.take(join(folder, 'agent'));
    const order: string[] = [];
    const linked = lease.run(join(folder, 'cursor-agent'), () => Promise.resolve(order.push('linked')));
    await lease.run('/bin/other', () => Promise.resolve(order.push('other')));
    release?.();
    await linked;
    expect(order).toEqual(['other', 'linked']);
  });

  it('goes on to the next where the work fails', async () => {
    const lease = new StartLease();
    const failing = lease.run('/bin/a', () => Promise.reject(new Error('no')));
    const next = lease.run('/bin/a', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });

  it('lets those who wait go without it once nothing may start any more', async () => {
    const lease = new StartLease();
    const release = await lease.take('/bin/a');
    const waiting = lease.run('/bin/a', () => Promise.resolve('started'));
    lease.close();
    expect(await waiting).toBeNull();
    expect(await lease.take('/bin/b')).toBeNull();
    release?.();
  });
});
