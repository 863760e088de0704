/** A page that an agent wants opened, as a person has to see it before: by its host, as the browser will read it. */
export interface WebPage {
  /** With punycode for what only looks like a known name. */
  host: string;
  href: string;
  /** Something before an `@` stands where one looks for the host (`https://github.com@evil.example/`). */
  disguised: boolean;
}

/** Null for what is no http(s) address: nothing else is opened for an agent. */
export function webPage(url: string): WebPage | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host, href, username, password } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return { host, href, disguised: username !== '' || password !== '' };
}
