/** A path as a person of this project names it: from the project's folder on, else whole. */
export function shortPath(path: string, cwd: string): string {
  const root = cwd.replace(/[/\\]+$/, '');
  if (root === '' || !path.startsWith(root)) return path;
  const rest = path.slice(root.length);
  if (rest === '') return '.';
  return /^[/\\]/.test(rest) ? rest.replace(/^[/\\]+/, '') : path;
}
