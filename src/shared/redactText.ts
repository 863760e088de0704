export const REDACTED = '[redacted]';

const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/g;
/** The forms that well-known services give their keys. */
const KNOWN_KEY =
  /\b(?:sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|xox[abprs]-[\w-]{10,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|key_[a-f0-9]{32,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,})/g;
const ASSIGNED =
  /\b([\w-]*(?:authorization|api[-_]?key|access[-_]?key|passw(?:or)?d|secret|cookie|token)["']?\s*[:=]\s*["']?)(?!\[redacted\])[^\s"',;&}{]{4,}/gi;
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:)[^\s/@]+@/gi;

/** Takes out of running text what looks like a secret; it errs on the side of hiding. */
export function redactText(text: string): string {
  return text
    .replaceAll(BEARER, `$1 ${REDACTED}`)
    .replaceAll(KNOWN_KEY, REDACTED)
    .replaceAll(ASSIGNED, `$1${REDACTED}`)
    .replaceAll(URL_PASSWORD, `$1${REDACTED}@`);
}
