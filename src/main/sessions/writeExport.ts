import { open, rename, rm } from 'node:fs/promises';
import { fail, ok, type Result } from '@shared/errors';

/** So much is gathered for one write; each write lets the engine do other things. */
const WRITE_CHARACTERS = 65_536;

/** Writes the pieces beside the file and puts it in place only when it is whole. */
export async function writeExport(path: string, pieces: AsyncIterable<string>): Promise<Result<null>> {
  const partial = `${path}.partial`;
  try {
    const file = await open(partial, 'w');
    try {
      let gathered = '';
      for await (const piece of pieces) {
        gathered += piece;
        if (gathered.length < WRITE_CHARACTERS) continue;
        await file.writeFile(gathered);
        gathered = '';
      }
      await file.writeFile(gathered);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
    return ok(null);
  } catch (thrown) {
    await rm(partial, { force: true }).catch(() => undefined);
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return fail({ code: 'export.failed', path, message });
  }
}
