/** Languages that are coloured; each loads when it is first met. Names on the right are what agents and file names call it. */
const LANGUAGES: Readonly<Record<string, { label: string; names: readonly string[] }>> = {
  typescript: { label: 'TypeScript', names: ['ts', 'mts', 'cts'] },
  tsx: { label: 'TSX', names: ['typescriptreact'] },
  javascript: { label: 'JavaScript', names: ['js', 'mjs', 'cjs', 'node'] },
  jsx: { label: 'JSX', names: ['javascriptreact'] },
  json: { label: 'JSON', names: ['jsonl', 'webmanifest', 'ipynb'] },
  jsonc: { label: 'JSON', names: ['json5'] },
  html: { label: 'HTML', names: ['htm', 'xhtml'] },
  css: { label: 'CSS', names: [] },
  scss: { label: 'SCSS', names: ['sass'] },
  vue: { label: 'Vue', names: [] },
  svelte: { label: 'Svelte', names: [] },
  python: { label: 'Python', names: ['py', 'py3', 'pyi', 'python3', 'pyw', 'gyp', 'starlark', 'bzl'] },
  shellscript: {
    label: 'Shell',
    names: ['bash', 'sh', 'shell', 'zsh', 'ksh', 'fish', 'env', 'bashrc', 'zshrc', 'ash'],
  },
  shellsession: { label: 'Console', names: ['console', 'shell-session', 'sh-session', 'terminal'] },
  powershell: { label: 'PowerShell', names: ['ps1', 'pwsh', 'psm1', 'psd1', 'ps'] },
  yaml: { label: 'YAML', names: ['yml', 'docker-compose'] },
  toml: { label: 'TOML', names: [] },
  ini: {
    label: 'INI',
    names: ['cfg', 'conf', 'properties', 'editorconfig', 'gitconfig', 'dosini', 'systemd', 'service'],
  },
  xml: { label: 'XML', names: ['svg', 'plist', 'xsd', 'csproj', 'xsl', 'xslt', 'xaml', 'rss'] },
  markdown: { label: 'Markdown', names: ['md', 'mdx', 'mdc'] },
  rust: { label: 'Rust', names: ['rs'] },
  go: { label: 'Go', names: ['golang'] },
  java: { label: 'Java', names: [] },
  kotlin: { label: 'Kotlin', names: ['kt', 'kts'] },
  swift: { label: 'Swift', names: [] },
  c: { label: 'C', names: ['h'] },
  cpp: { label: 'C++', names: ['c++', 'cc', 'cxx', 'hpp', 'hh', 'hxx', 'cuda', 'cu', 'arduino', 'ino'] },
  csharp: { label: 'C#', names: ['cs', 'c#', 'csx'] },
  ruby: { label: 'Ruby', names: ['rb', 'gemspec', 'rake', 'rakefile', 'gemfile', 'podfile'] },
  php: { label: 'PHP', names: ['phtml'] },
  lua: { label: 'Lua', names: [] },
  elixir: { label: 'Elixir', names: ['ex', 'exs'] },
  sql: {
    label: 'SQL',
    names: ['postgresql', 'mysql', 'sqlite', 'psql', 'postgres', 'tsql', 'plsql', 'mssql', 'mariadb'],
  },
  graphql: { label: 'GraphQL', names: ['gql'] },
  proto: { label: 'Protobuf', names: ['protobuf'] },
  docker: { label: 'Dockerfile', names: ['dockerfile', 'containerfile'] },
  make: { label: 'Makefile', names: ['makefile', 'mk', 'gnumakefile'] },
  'objective-c': { label: 'Objective-C', names: ['objc', 'objectivec', 'obj-c', 'm', 'mm', 'objective-cpp', 'objc++'] },
  dart: { label: 'Dart', names: ['flutter'] },
  scala: { label: 'Scala', names: ['sbt', 'sc'] },
  groovy: { label: 'Groovy', names: ['gradle', 'jenkinsfile'] },
  r: { label: 'R', names: ['rlang'] },
  julia: { label: 'Julia', names: ['jl'] },
  matlab: { label: 'MATLAB', names: ['octave'] },
  perl: { label: 'Perl', names: ['pl', 'pm'] },
  haskell: { label: 'Haskell', names: ['hs'] },
  ocaml: { label: 'OCaml', names: ['ml', 'mli'] },
  fsharp: { label: 'F#', names: ['fs', 'fsx', 'fsi', 'f#'] },
  clojure: { label: 'Clojure', names: ['clj', 'cljs', 'cljc', 'edn'] },
  erlang: { label: 'Erlang', names: ['erl', 'hrl'] },
  zig: { label: 'Zig', names: ['zon'] },
  solidity: { label: 'Solidity', names: ['sol'] },
  vb: { label: 'Visual Basic', names: ['vbnet', 'vb.net', 'visualbasic', 'vba'] },
  asm: { label: 'Assembly', names: ['assembly', 'nasm', 'x86asm', 's'] },
  glsl: { label: 'GLSL', names: ['vert', 'frag'] },
  wgsl: { label: 'WGSL', names: [] },
  astro: { label: 'Astro', names: [] },
  less: { label: 'Less', names: [] },
  handlebars: { label: 'Handlebars', names: ['hbs', 'mustache'] },
  prisma: { label: 'Prisma', names: [] },
  terraform: { label: 'Terraform', names: ['tf', 'tfvars'] },
  hcl: { label: 'HCL', names: [] },
  nix: { label: 'Nix', names: [] },
  cmake: { label: 'CMake', names: ['cmakelists.txt'] },
  nginx: { label: 'nginx', names: ['nginxconf'] },
  http: { label: 'HTTP', names: ['https', 'rest'] },
  bat: { label: 'Batch', names: ['batch', 'cmd', 'dos'] },
  viml: { label: 'Vim script', names: ['vim', 'vimscript', 'vimrc'] },
  latex: { label: 'LaTeX', names: ['tex', 'ltx'] },
  csv: { label: 'CSV', names: [] },
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
