/** Puts placeholders where a text tells whose machine it is: folders, names of the account and the machine, projects. */

export interface Places {
  data: string;
  home: string;
  user: string;
  host: string;
  projects: readonly { path: string; name: string }[];
}

/** What is left of a path is its last part: which program or source file it was. */
const POSIX_PATH = /(?<![\w.:/<>~-])\/(?:[^\s/'"`()[\]{}<>,;:]+\/)+([^\s/'"`()[\]{}<>,;:]*)/g;
const WINDOWS_PATH = /\b[A-Za-z]:[\\/]+(?:[^\s\\/'"`()[\]{}<>,;:]+[\\/]+)+([^\s\\/'"`()[\]{}<>,;:]*)/g;
const FILE_URL = /file:\/\/\/?[^\s'"`()<>,;]*\/([^\s/'"`()<>,;]*)/g;
/** Below a folder of the person's the names of files are the person's too. */
const BELOW = String.raw`(?:[\\/]+[^\s'"\`()\[\]{}<>,;:]*)?`;
/** Shorter ones stand in too many words. */
const MIN_NAME = 2;

export function hidePlaces(text: string, { data, home, user, host, projects }: Places): string {
  const folders: [path: string, placeholder: string][] = [
    ...projects.map(({ path }, index): [string, string] => [path, `<project ${index + 1}>`]),
    [data, '<data>'],
    [home, '<home>'],
  ];
  let hidden = text;
  for (const [path, placeholder] of folders.toSorted(([a], [b]) => b.length - a.length)) {
    if (path.length < MIN_NAME) continue;
    // As it stands, and as JSON writes a path of Windows.
    for (const form of new Set([path, JSON.stringify(path).slice(1, -1)])) {
      const below = placeholder === '<data>' ? '' : BELOW;
      hidden = hidden.replaceAll(new RegExp(escaped(form) + below, 'gi'), placeholder);
    }
  }
  hidden = hidden
    .replaceAll(FILE_URL, '<path>/$1')
    .replaceAll(WINDOWS_PATH, '<path>/$1')
    .replaceAll(POSIX_PATH, '<path>/$1');
  const names: [name: string, placeholder: string][] = [
    [host, '<host>'],
    [user, '<user>'],
    ...projects.map(({ name }, index): [string, string] => [name, `<project ${index + 1}>`]),
  ];
  for (const [name, placeholder] of names) {
    if (name.length >= MIN_NAME) hidden = hidden.replaceAll(wholeWord(name), placeholder);
  }
  return hidden;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const wholeWord = (name: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(name)}(?![\p{L}\p{N}])`, 'giu');
