import { ariaKeys, shownKeys } from '../ui/keys';
import { useApp } from './app';
import { type CommandId, keysOf } from './commands';

/** A command's keys as shown on this platform and as `aria-keyshortcuts` wants them; undefined where it has none. */
export function useKeys(id: CommandId): { shown: string; aria: string } | undefined {
  const platform = useApp((state) => state.app?.platform ?? 'linux');
  const keys = keysOf(id);
  return keys === undefined ? undefined : { shown: shownKeys(keys, platform), aria: ariaKeys(keys, platform) };
}
