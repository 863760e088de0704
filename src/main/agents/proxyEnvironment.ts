import type { Proxy } from '@shared/settings';

/** Programs look for either spelling, and some for one of them only. */
const VARIABLES = {
  http: ['HTTP_PROXY', 'http_proxy'],
  https: ['HTTPS_PROXY', 'https_proxy'],
  noProxy: ['NO_PROXY', 'no_proxy'],
  caFile: ['NODE_EXTRA_CA_CERTS'],
} as const;

const KEYS = ['http', 'https', 'noProxy', 'caFile'] as const;

/**
 * The variables that carry the proxy settings to an agent (AC-48). `own`: names that the agent's settings set or unset;
 * a variable that is named there in whatever spelling is left to them in all spellings.
 */
export function proxyEnvironment(proxy: Proxy, own: readonly string[]): Record<string, string> {
  const taken = new Set(own.map((name) => name.toUpperCase()));
  const env: Record<string, string> = {};
  for (const key of KEYS) {
    const value = proxy[key].trim();
    if (value === '') continue;
    for (const name of VARIABLES[key]) if (!taken.has(name.toUpperCase())) env[name] = value;
  }
  return env;
}
