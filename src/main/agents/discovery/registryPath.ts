import { execFile } from 'node:child_process';
import { win32 } from 'node:path';

/*
 * On Windows a program that was installed after the desktop came up is on the PATH of the registry, and not yet on the
 * one that the desktop hands to what it starts.
 */

type Query = (args: readonly string[]) => Promise<string>;

const KEYS = [
  'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment',
  // The person's own stands behind the machine's, as Windows itself puts them together.
  'HKCU\\Environment',
];
const LIMIT_MS = 3000;

/** The folders on the machine's and the person's PATH, in the order of Windows. A key that cannot be read gives none. */
export async function readRegistryPath(
  env: Readonly<Record<string, string | undefined>>,
  query: Query = regQuery(env),
): Promise<string[]> {
  const answers = await Promise.all(KEYS.map((key) => query(['query', key, '/v', 'Path']).catch(() => '')));
  return answers.flatMap((answer) => foldersOf(answer, env));
}

function foldersOf(answer: string, env: Readonly<Record<string, string | undefined>>): string[] {
  const value = /^\s+Path\s+REG_(?:EXPAND_)?SZ\s+(.*?)\s*$/im.exec(answer)?.[1] ?? '';
  return (
    // An entry with a semicolon of its own stands in quotation marks.
    (value.match(/(?:"[^"]*"|[^;"])+/g) ?? [])
      .map((folder) => expand(folder.trim().replace(/^"(.*)"$/, '$1'), env))
      // reg.exe writes in the console's code page: a name that did not survive it is no folder, and is inherited anyway.
      .filter((folder) => folder !== '' && !folder.includes('\uFFFD'))
  );
}

/** `%NAME%` by the environment, whatever its case; an unknown one stays as it is, as Windows leaves it. */
function expand(text: string, env: Readonly<Record<string, string | undefined>>): string {
  return text.replaceAll(/%([^%]+)%/g, (whole, name: string) => {
    const key = Object.keys(env).find((known) => known.toUpperCase() === name.toUpperCase());
    return (key === undefined ? undefined : env[key]) ?? whole;
  });
}

function regQuery(env: Readonly<Record<string, string | undefined>>): Query {
  const program = win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
  return (args) =>
    new Promise((resolve, reject) => {
      execFile(program, [...args], { timeout: LIMIT_MS, windowsHide: true }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
    });
}
