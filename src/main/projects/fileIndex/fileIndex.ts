import fuzzysort, { type Snapshot } from 'fuzzysort';
import { type FileListing, listFiles } from './listFiles';

export interface FileQuery {
  root: string;
  text: string;
  limit: number;
}

export interface FileHits {
  /** From the root on; a folder ends with `/`. Best first. */
  paths: string[];
  total: number;
  /** There are more files than an index holds. */
  isCut: boolean;
}

interface Index {
  paths: readonly string[];
  snapshot: Snapshot;
  isCut: boolean;
  builtAt: number;
}

/** A list this old is made again while it still answers. */
const STALE_MS = 3000;
const KEPT_ROOTS = 3;
/** So many of the best are looked at again for whether a name was meant. */
const RERANKED = 300;
const WORST = 0.01;
/** What is written is mostly the name of a file, not of the folders above it. */
const NAME_BONUS = 0.25;

/** Fuzzy search over the paths of folders, whose lists are kept for a while. Lives in a thread of its own (fileIndexWorker). */
export class FileIndex {
  readonly #now: () => number;
  readonly #list: (root: string) => Promise<FileListing>;
  /** The longest unused first. */
  readonly #indexes = new Map<string, Index>();
  readonly #building = new Map<string, Promise<Index>>();

  constructor(now: () => number, env: NodeJS.ProcessEnv, list = (root: string) => listFiles(root, env)) {
    this.#now = now;
    this.#list = list;
  }

  async find({ root, text, limit }: FileQuery): Promise<FileHits> {
    const known = this.#indexes.get(root);
    if (known !== undefined && this.#now() - known.builtAt > STALE_MS) void this.#build(root);
    const index = known ?? (await this.#build(root));
    this.#indexes.delete(root);
    this.#indexes.set(root, index);
    for (const unused of [...this.#indexes.keys()].slice(0, -KEPT_ROOTS)) this.#indexes.delete(unused);
    return search(index, text, limit);
  }

  #build(root: string): Promise<Index> {
    const running = this.#building.get(root);
    if (running !== undefined) return running;
    const building = this.#made(root).finally(() => this.#building.delete(root));
    this.#building.set(root, building);
    return building;
  }

  async #made(root: string): Promise<Index> {
    const { files, isCut } = await this.#list(root);
    const before = this.#indexes.get(root);
    const paths = withFolders(files);
    // Preparing a list for the search costs more than making it, and mostly nothing has changed.
    const same = before !== undefined && before.isCut === isCut && sameList(before.paths, paths);
    const index = { ...(same ? before : { paths, snapshot: fuzzysort.snapshot(paths), isCut }), builtAt: this.#now() };
    if (before !== undefined) this.#indexes.set(root, index);
    return index;
  }
}

/** The folders of the files, each once; what is shallow first. */
function withFolders(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const folder = file.slice(0, at + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const all = [...folders, ...files].map((path) => ({ path, depth: depthOf(path) }));
  all.sort((a, b) => a.depth - b.depth || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return all.map(({ path }) => path);
}

function search({ paths, snapshot, isCut }: Index, text: string, limit: number): FileHits {
  if (text === '') return { paths: paths.slice(0, limit), total: paths.length, isCut };
  const wanted = text.toLowerCase();
  const results = fuzzysort.go(text, snapshot, { limit: Math.max(limit, RERANKED), threshold: WORST });
  const ranked = results.map(({ target, score, indexes }) => {
    const start = nameStart(target);
    // fuzzysort is content with the first place that fits, which may be a folder of the same name.
    const inName = (indexes[0] ?? 0) >= start || target.toLowerCase().includes(wanted, start);
    return { target, score: Math.round((score + (inName ? NAME_BONUS : 0)) * 1000) };
  });
  // Among equals fuzzysort has no order.
  ranked.sort((a, b) => b.score - a.score || a.target.length - b.target.length || (a.target < b.target ? -1 : 1));
  return { paths: ranked.slice(0, limit).map(({ target }) => target), total: results.total, isCut };
}

const nameStart = (path: string): number => path.lastIndexOf('/', path.length - 2) + 1;

function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at >= 0 && at < path.length - 1; at = path.indexOf('/', at + 1)) depth += 1;
  return depth;
}

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((path, index) => path === other[index]);
