import { stat } from 'node:fs/promises';
import { basename, join, relative, isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PathAttachment } from '@shared/attachment';
import { fail, ok, type Result } from '@shared/errors';
import type { FileRoot, FoundFiles } from '@shared/ipc/views';
import type { FileFinder } from '../projects/fileIndex/fileFinder';
import type { ProjectBoard } from './projectBoard';
import type { SessionBoard } from './sessionBoard';

export interface ProjectFilesOptions {
  board: Pick<SessionBoard, 'get'>;
  projectBoard: Pick<ProjectBoard, 'get'>;
  finder: FileFinder;
}

/** Files and folders that a person names in a message: looked for in the project, or given by their path. */
export class ProjectFiles {
  readonly #options: ProjectFilesOptions;

  constructor(options: ProjectFilesOptions) {
    this.#options = options;
  }

  async find(of: FileRoot, text: string, limit: number): Promise<Result<FoundFiles>> {
    const root = this.#folder(of);
    if (!root.ok) return root;
    const found = await this.#options.finder.find({ root: root.value, text, limit });
    if (!found.ok) return found;
    const { paths, total, isCut } = found.value;
    return ok({
      files: paths.map((path) => attachment(root.value, join(root.value, path), path.endsWith('/'))),
      total,
      isCut,
    });
  }

  /** What lies at these absolute paths now; what is not there is left out. */
  async describe(of: FileRoot, paths: readonly string[]): Promise<Result<PathAttachment[]>> {
    const root = this.#folder(of);
    if (!root.ok) return root;
    const described: PathAttachment[] = [];
    for (const path of paths) {
      if (!isAbsolute(path)) continue;
      const found = await stat(path).catch(() => null);
      if (found !== null) described.push(attachment(root.value, path, found.isDirectory()));
    }
    return ok(described);
  }

  close(): Promise<void> {
    return this.#options.finder.close();
  }

  #folder(of: FileRoot): Result<string> {
    const { board, projectBoard } = this.#options;
    if ('sessionId' in of) {
      const session = board.get(of.sessionId);
      return session === undefined ? fail({ code: 'session.unknown', ...of }) : ok(session.cwd);
    }
    const project = projectBoard.get(of.projectId);
    return project === undefined ? fail({ code: 'project.unknown', ...of }) : ok(project.path);
  }
}

function attachment(root: string, path: string, isFolder: boolean): PathAttachment {
  const plain = path.endsWith(sep) ? path.slice(0, -1) : path;
  const way = relative(root, plain);
  const isInside = way !== '' && !isAbsolute(way) && way.split(sep)[0] !== '..';
  const name = isInside ? way.split(sep).join('/') : basename(plain);
  return { kind: 'path', path: plain, uri: pathToFileURL(plain).href, name: name === '' ? plain : name, isFolder };
}
