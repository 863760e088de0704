import type { Proxy } from '@shared/settings';

/**
 * Programs look for either spelling, and some for one of them only. `ALL_PROXY` stands for both where a program looks for
 * nothing else; it is what https goes through, since that is what agents speak.
 */
const VARIABLES = {
  http: ['HTTP_PROXY', 'http_proxy'],
  https: ['HTTPS_PROXY', 'https_proxy'],
  all: ['ALL_PROXY', 'all_proxy'],
  noProxy: ['NO_PROXY', 'no_proxy'],
  caFile: ['NODE_EXTRA_CA_CERTS'],
} as const;

const KEYS = ['http', 'https', 'all', 'noProxy', 'caFile'] as const;

/**
 * The variables that carry the proxy settings to an agent (AC-48). `own`: names that the agent's settings set or unset;
 * a variable that is named there in whatever spelling is left to them in all spellings.
 */
export function proxyEnvironment(proxy: Proxy, own: readonly string[]): Record<string, string> {
  const taken = new Set(own.map((name) => name.toUpperCase()));
  const env: Record<string, string> = {};
  // An agent that has its own way for either goes no other way for what it does not name.
  const isOwn = taken.has('HTTP_PROXY') || taken.has('HTTPS_PROXY');
  const values = { ...proxy, all: isOwn ? '' : proxy.https.trim() === '' ? proxy.http : proxy.https };
  for (const key of KEYS) {
    const value = values[key].trim();
    if (value === '') continue;
    for (const name of VARIABLES[key]) if (!taken.has(name.toUpperCase())) env[name] = value;
  }
  return env;
}
