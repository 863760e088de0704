import { describe, expect, it } from 'vitest';
import { importsOf, refusal } from '../../scripts/importZones.mjs';

describe('import zones', () => {
  it.each([
    ['src/shared/ids.ts', 'zod'],
    ['src/main/sessions/sessionActor.ts', '../store/database'],
    ['src/main/sessions/sessionActor.ts', '@shared/ids'],
    ['src/main/store/database.ts', 'node:fs'],
    ['src/main/engine.ts', './ipc/router'],
    ['src/main/app/index.ts', 'electron'],
    ['src/renderer/features/transcript/Row.tsx', '../markdown/Markdown'],
    ['src/renderer/features/transcript/Row.tsx', '../../stores/replicas'],
    ['src/renderer/App.tsx', './features/transcript/Transcript'],
  ])('%s may import %s', (file, specifier) => {
    expect(refusal(file, specifier)).toBeUndefined();
  });

  it.each([
    ['src/shared/ids.ts', 'node:crypto'],
    ['src/shared/ids.ts', '../main/engine'],
    ['src/main/store/database.ts', '../sessions/sessionActor'],
    ['src/main/agents/catalog.ts', '../store/database'],
    ['src/main/acp/connection.ts', '../agents/catalog'],
    ['src/main/agents/catalog.ts', 'electron'],
    ['src/main/engine.ts', './app/window'],
    ['src/main/app/index.ts', '../sessions/sessionActor'],
    ['src/preload/index.ts', 'zod'],
    ['src/renderer/ipc.ts', 'electron'],
    ['src/renderer/ipc.ts', 'node:path'],
    ['src/renderer/ipc.ts', '../main/engine'],
    ['src/renderer/features/transcript/Row.tsx', '../composer/Composer'],
    ['src/renderer/features/transcript/Row.tsx', '../../App'],
    ['src/renderer/ui/Button.tsx', '../features/todos/Todos'],
  ])('%s may not import %s', (file, specifier) => {
    expect(refusal(file, specifier)).toBeDefined();
  });

  it('sees imports over several lines, for their side effects, in exports and dynamic ones, but not in comments', () => {
    const text = `import {\n  a,\n} from './a';\nimport './b.css';\nexport * from './c';\n// import './d';\nawait import('./e');\nimport type { F } from './f';`;
    expect(importsOf(text)).toEqual(['./a', './b.css', './c', './e', './f']);
  });
});
