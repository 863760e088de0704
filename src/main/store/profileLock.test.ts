import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileHolder } from './fileHolder';
import { ProfileLock, takeProfile } from './profileLock';
import { ManualClock, temporaryFolder, valueOf } from './testStore';

it('is refused while another process holds it, and free as soon as that one was killed', async () => {
  const home = temporaryFolder();
  const other = await fileHolder(join(home, 'profile.lock'), 'begin exclusive');
  expect(ProfileLock.take(home)).toEqual({ ok: false, error: { code: 'store.inUse', home } });
  other.kill('SIGKILL');
  await once(other, 'exit');
  valueOf(ProfileLock.take(home)).release();
});

it('is given back', () => {
  const home = temporaryFolder();
  const lock = valueOf(ProfileLock.take(home));
  expect(ProfileLock.take(home).ok).toBe(false);
  lock.release();
  valueOf(ProfileLock.take(home)).release();
});

it('waits for an engine that is just ending, and not for ever', async () => {
  const home = temporaryFolder();
  const clock = new ManualClock();
  const held = valueOf(ProfileLock.take(home));
  const waiting = takeProfile(home, clock);
  held.release();
  clock.advance(100);
  const taken = valueOf(await waiting);
  const refused = takeProfile(home, clock);
  for (let waited = 0; waited < 5000; waited += 100) {
    clock.advance(100);
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(await refused).toMatchObject({ error: { code: 'store.inUse' } });
  taken.release();
});
