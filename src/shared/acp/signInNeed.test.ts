import { describe, expect, it } from 'vitest';
import { saysSignIn } from './signInNeed';

describe('an error that wants a sign-in', () => {
  it.each([
    'Authentication required',
    'Not logged in. Run `agent login` first.',
    'You are not signed in',
    'Internal error: 401 Unauthorized',
    'Please log in with your account',
    'You must sign in before using this model',
    'Login required',
    'not authenticated',
    'Invalid API key provided',
    'No API key found for provider "anthropic"',
    'Your token has expired, please login again',
  ])('%s', (text) => {
    expect(saysSignIn(text)).toBe(true);
  });

  it.each([
    'Internal error',
    'Failed to initialize session services',
    'The login page of your app has no test',
    'Session "s1" not found',
    'rate limit exceeded',
    'Could not resolve authentication module ./auth',
  ])('is not: %s', (text) => {
    expect(saysSignIn(text)).toBe(false);
  });
});
