// @ts-check

/**
 * The app inside `resources/default_app.asar`, which the fallback lacks: what Electron runs when it is started as
 * `electron FOLDER`. Shape and order follow Electron's own default_app. It is an ES module that awaits the app's main,
 * because `require` refuses an ES module main, and an import that nobody awaits would run after `ready`.
 */
const MAIN = `
import { app } from 'electron';
import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

let appFolder;
const modules = [];
const args = process.argv.slice(1);
for (let i = 0; i < args.length; i++) {
  const arg = args[i];
  if (arg === '-r' || arg === '--require') modules.push(args[++i]);
  else if (arg === '-v' || arg === '--version') {
    process.stdout.write('v' + process.versions.electron + '\\n');
    process.exit(0);
  } else if (arg.startsWith('--app=')) {
    appFolder = arg.slice('--app='.length);
    break;
  } else if (!arg.startsWith('-')) {
    appFolder = arg;
    break;
  }
}
if (modules.length > 0) Module._preloadModules(modules);
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true, configurable: false });
if (appFolder === undefined) {
  process.stderr.write('Usage: electron FOLDER\\n');
  process.exit(1);
}
const packagePath = path.resolve(appFolder);
const manifestPath = path.join(packagePath, 'package.json');
let appPath;
if (fs.existsSync(manifestPath)) {
  const manifest = JSON.parse(fs.readFileSync(manifestPath, 'utf8'));
  if (manifest.version) app.setVersion(manifest.version);
  app.name = manifest.productName ?? manifest.name ?? app.name;
  app.setDesktopName(manifest.desktopName ?? app.name + '.desktop');
  appPath = packagePath;
}
let entry;
try {
  entry = Module._resolveFilename(packagePath, null, true);
} catch (error) {
  process.stderr.write('Unable to find Electron app at ' + packagePath + ': ' + error.message + '\\n');
  process.exit(1);
}
app.setAppPath(appPath ?? path.dirname(entry));
await import(pathToFileURL(entry).href);
`;

/** File name -> text, to be packed as `default_app.asar`. */
export const defaultAppFiles = {
  'package.json': JSON.stringify({ name: 'electron', productName: 'Electron', type: 'module', main: 'main.js' }),
  'main.js': MAIN.trimStart(),
};
