import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import type { ProjectId } from '@shared/ids';
import type { ProjectView } from '@shared/ipc/views';
import type { Database } from '../store/database';
import { gitBranch } from './gitBranch';

export interface ProjectServiceOptions {
  database: Database;
  clock: Clock;
  newId: () => string;
}

interface Row {
  id: string;
  path: string;
  name: string;
  position: number;
}

/** The folders that the person works in. Nothing here ever touches their files. */
export class ProjectService {
  private readonly options: ProjectServiceOptions;

  constructor(options: ProjectServiceOptions) {
    this.options = options;
  }

  /** In the order in which they were added. `missing` and `branch` are looked up anew. */
  list(): Promise<ProjectView[]> {
    return Promise.all(this.options.database.all<Row>('select * from project order by position').map(viewOf));
  }

  async get(projectId: ProjectId): Promise<Result<ProjectView>> {
    const row = this.row(projectId);
    return row ? ok(await viewOf(row)) : fail({ code: 'project.unknown', projectId });
  }

  /** Links in `path` are resolved. A folder that is a project already is given back as it is. */
  async add(path: string): Promise<Result<ProjectView>> {
    const folder = await folderAt(path);
    if (!folder.ok) return folder;
    const { database, clock, newId } = this.options;
    const known = this.rowAt(folder.value);
    if (known) return ok(await viewOf(known));
    const projectId = newId();
    database.run(
      `insert into project (id, path, name, position, created_at)
       values (?, ?, ?, (select coalesce(max(position), 0) + 1 from project), ?)`,
      projectId,
      folder.value,
      basename(folder.value) || folder.value,
      clock.now(),
    );
    return this.get(projectId);
  }

  /**
   * The folder was moved: the project and the sessions in it follow. Sessions that worked in a folder below it keep their
   * place there. Refused with `project.alreadyAdded` where another project is at the new path.
   */
  async repoint(projectId: ProjectId, path: string): Promise<Result<ProjectView>> {
    const folder = await folderAt(path);
    if (!folder.ok) return folder;
    const row = this.row(projectId);
    if (!row) return fail({ code: 'project.unknown', projectId });
    const other = this.rowAt(folder.value);
    if (other && other.id !== projectId) return fail({ code: 'project.alreadyAdded', path: folder.value });
    const { database } = this.options;
    database.transaction(() => {
      database.run('update project set path = ? where id = ?', folder.value, projectId);
      database.run(
        `update session set cwd = ?1 || substr(cwd, length(?2) + 1) where project_id = ?3
         and (cwd = ?2 or substr(cwd, 1, length(?2) + 1) in (?2 || '/', ?2 || '\\'))`,
        folder.value,
        row.path,
        projectId,
      );
    });
    return this.get(projectId);
  }

  async rename(projectId: ProjectId, name: string): Promise<Result<ProjectView>> {
    this.options.database.run('update project set name = ? where id = ?', name, projectId);
    return this.get(projectId);
  }

  /** With its sessions and their transcripts. */
  remove(projectId: ProjectId): Result<null> {
    const { changes } = this.options.database.run('delete from project where id = ?', projectId);
    return changes > 0 ? ok(null) : fail({ code: 'project.unknown', projectId });
  }

  private row(projectId: ProjectId): Row | undefined {
    return this.options.database.get<Row>('select * from project where id = ?', projectId);
  }

  private rowAt(path: string): Row | undefined {
    return this.options.database.get<Row>('select * from project where path = ?', path);
  }
}

async function viewOf({ id, path, name, position }: Row): Promise<ProjectView> {
  const missing = !(await isFolder(path));
  return { projectId: id, path, name, branch: missing ? null : await gitBranch(path), missing, order: position };
}

async function folderAt(path: string): Promise<Result<string>> {
  try {
    const resolved = await realpath(path);
    if (await isFolder(resolved)) return ok(resolved);
  } catch {
    // Not there, or not ours to read: either way no folder to work in.
  }
  return fail({ code: 'project.notFolder', path });
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
