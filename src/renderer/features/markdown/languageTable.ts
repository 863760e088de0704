/** Languages that are coloured; each loads when it is first met. Names on the right are what agents and file names call it. */
const LANGUAGES: Readonly<Record<string, { label: string; names: readonly string[] }>> = {
  typescript: { label: 'TypeScript', names: ['ts', 'mts', 'cts'] },
  tsx: { label: 'TSX', names: [] },
  javascript: { label: 'JavaScript', names: ['js', 'mjs', 'cjs', 'node'] },
  jsx: { label: 'JSX', names: [] },
  json: { label: 'JSON', names: ['jsonl', 'webmanifest', 'ipynb'] },
  jsonc: { label: 'JSON', names: ['json5'] },
  html: { label: 'HTML', names: ['htm', 'xhtml'] },
  css: { label: 'CSS', names: [] },
  scss: { label: 'SCSS', names: ['sass'] },
  vue: { label: 'Vue', names: [] },
  svelte: { label: 'Svelte', names: [] },
  python: { label: 'Python', names: ['py', 'py3', 'pyi', 'python3'] },
  shellscript: { label: 'Shell', names: ['bash', 'sh', 'shell', 'zsh', 'fish', 'env'] },
  shellsession: { label: 'Console', names: ['console', 'shell-session'] },
  powershell: { label: 'PowerShell', names: ['ps1', 'pwsh', 'psm1'] },
  yaml: { label: 'YAML', names: ['yml'] },
  toml: { label: 'TOML', names: [] },
  ini: { label: 'INI', names: ['cfg', 'conf', 'properties', 'editorconfig'] },
  xml: { label: 'XML', names: ['svg', 'plist', 'xsd', 'csproj'] },
  markdown: { label: 'Markdown', names: ['md', 'mdx', 'mdc'] },
  rust: { label: 'Rust', names: ['rs'] },
  go: { label: 'Go', names: ['golang'] },
  java: { label: 'Java', names: [] },
  kotlin: { label: 'Kotlin', names: ['kt', 'kts'] },
  swift: { label: 'Swift', names: [] },
  c: { label: 'C', names: ['h'] },
  cpp: { label: 'C++', names: ['c++', 'cc', 'cxx', 'hpp', 'hh'] },
  csharp: { label: 'C#', names: ['cs', 'c#'] },
  ruby: { label: 'Ruby', names: ['rb', 'gemspec'] },
  php: { label: 'PHP', names: [] },
  lua: { label: 'Lua', names: [] },
  elixir: { label: 'Elixir', names: ['ex', 'exs'] },
  sql: { label: 'SQL', names: ['postgresql', 'mysql', 'sqlite', 'psql'] },
  graphql: { label: 'GraphQL', names: ['gql'] },
  proto: { label: 'Protobuf', names: ['protobuf'] },
  docker: { label: 'Dockerfile', names: ['dockerfile', 'containerfile'] },
  make: { label: 'Makefile', names: ['makefile', 'mk'] },
  diff: { label: 'Diff', names: ['patch', 'udiff'] },
};

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(LANGUAGES).flatMap(([id, { names }]) => [id, ...names].map((name): [string, string] => [name, id])),
);

const PLAIN = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'output', 'log', 'none']);

/** The language's id for the highlighter, or null: shown plain. */
export const languageId = (name: string): string | null => BY_NAME.get(name.toLowerCase()) ?? null;

/** What a person reads above the code; an unknown language is named as the agent named it. */
export function languageLabel(name: string): string {
  const id = languageId(name);
  if (id !== null) return LANGUAGES[id]?.label ?? id;
  return PLAIN.has(name.toLowerCase()) ? '' : name;
}

/** By file name: `src/a.test.ts` is TypeScript, `Dockerfile` is Docker. */
export function languageOfPath(path: string): string {
  const file = path.split(/[/\\]/).at(-1)?.toLowerCase() ?? '';
  if (BY_NAME.has(file)) return file;
  const dot = file.lastIndexOf('.');
  return dot < 0 ? '' : file.slice(dot + 1);
}
