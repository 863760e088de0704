// @ts-check
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * An Electron that comes as a folder keeps its default app, which electron-builder removes only from one that it unpacks.
 * @param {import('electron-builder').AfterPackContext} context
 */
export function afterPack({ appOutDir, packager }) {
  rmSync(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true });
}
