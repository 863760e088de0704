import { join } from 'node:path';
import { fakeAgent, type FakeAgent } from './settings';

/** One of each kind. */
const METHODS = [
  { id: 'browser', name: 'Log in with the browser', description: 'Opens https://example.com/login' },
  { id: 'terminal', name: 'Device code', type: 'terminal', args: ['login'] },
  { id: 'key', name: 'API key', type: 'env_var', vars: [{ name: 'FAKE_API_KEY' }], link: 'https://example.com/keys' },
  {
    id: 'gateway',
    name: 'Gateway',
    type: 'env_var',
    vars: [
      { name: 'GATEWAY_URL', label: 'Address', secret: false },
      { name: 'GATEWAY_KEY', label: 'Gateway key' },
    ],
  },
];

/** Nobody is signed in to it until a person has done so. */
export function signedOutAgent(folder: string, config: Record<string, unknown> = {}): FakeAgent {
  const authFile = join(folder, 'signed-in');
  return fakeAgent(folder, { name: 'Orchard', config: { auth: true, authFile, authMethods: METHODS, ...config } });
}
