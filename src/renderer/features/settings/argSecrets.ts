import type { LaunchSupport } from '@shared/launch';
import { redactText } from '@shared/redactText';
import type { EnvPair } from './agentDraft';

/** An argument that looks like a key: every account of the machine can read it, and settings.json has it as it is. */
export interface ArgSecret {
  /** Where it stands, with its option where that is a word before it. */
  start: number;
  count: number;
  value: string;
}

const OPTION = /^--?[\w-]*(?:api[-_]?key|access[-_]?key|token|secret|passw(?:or)?d|passphrase|credentials?)$/i;

export function argSecrets(args: readonly string[]): ArgSecret[] {
  return args.flatMap((arg, start): ArgSecret[] => {
    const [, option = '', assigned = ''] = /^(--?[\w-]+)=([\s\S]+)$/.exec(arg) ?? [];
    if (OPTION.test(option)) return [{ start, count: 1, value: assigned }];
    const next = args[start + 1];
    if (OPTION.test(arg)) {
      return next === undefined || next === '' || next.startsWith('-') ? [] : [{ start, count: 2, value: next }];
    }
    const isValue = OPTION.test(args[start - 1] ?? '') && !arg.startsWith('-');
    return !isValue && redactText(arg) !== arg ? [{ start, count: 1, value: arg }] : [];
  });
}

/** The variables with the value among them as a secret: under the name that the program reads, else under one to be given. */
export function withSecret(env: readonly EnvPair[], value: string, support: LaunchSupport | null): EnvPair[] {
  const name = support?.apiKeyVariable ?? '';
  return [...env.filter((pair) => name === '' || pair.name !== name), { name, value, secret: true }];
}
