import { describe, expect, it } from 'vitest';
import { drawDiagram } from './drawDiagram';

const colours = {
  bg: '#fff',
  fg: '#111',
  line: '#888',
  accent: '#333',
  muted: '#555',
  surface: '#eee',
  border: '#ccc',
  grid: '#ddd',
  hues: [],
  font: 'sans-serif',
  isDark: false,
};
const drawn = (source: string) => drawDiagram(source, colours);

describe('a diagram', () => {
  it.each([
    ['a flowchart', 'graph TD\n  A[Start] --> B{Choice}\n  B -->|yes| C[Do]'],
    ['a flowchart without a direction', 'flowchart\n  Start --> End'],
    ['a flowchart in one line', 'graph LR; Start-->Middle; Middle-->End;'],
    ['one with a title and settings', '---\ntitle: x\n---\n%%{init: {"theme": "dark"}}%%\ngraph LR\n  Start --> B'],
    ['a sequence', 'sequenceDiagram\n  Start->>Bob: Hello\n  Bob-->>Start: Hi'],
    ['states', 'stateDiagram-v2\n  [*] --> Start\n  Start --> [*]'],
    ['classes', 'classDiagram\n  Start <|-- B\n  Start : +int age'],
    ['entities', 'erDiagram\n  Start ||--o{ ORDER : places'],
  ])('draws %s', (_, source) => {
    const picture = drawn(source);
    expect('svg' in picture && picture.svg).toContain('Start');
    expect('svg' in picture && picture.width > 20 && picture.height > 20).toBe(true);
  });

  it('asks nobody for letters or anything else', () => {
    const picture = drawn('graph TD\n  A["<img src=x onerror=alert(1)>"] --> B\n  style A fill:#f00');
    expect('svg' in picture && picture.svg).not.toMatch(/@import|<script|<img|<foreignObject|href=/i);
  });

  it('is broken where its text is none, and does not throw', () => {
    expect(drawn('not a diagram')).toHaveProperty('broken');
    expect(drawn('graph TD\n')).toHaveProperty('broken');
    expect(drawn('')).toHaveProperty('broken');
  });

  it('that is half understood is broken, and not half of a picture', () => {
    expect(drawn('graph TD\n  A[broken --> B\n  B --> C')).toEqual({ broken: 'A[broken --> B' });
    expect(drawn('graph TD\n  A{x --> B')).toEqual({ broken: 'A{x --> B' });
  });

  it.each([
    'A["a (b"] --> B',
    'A["one\n two ["] --> B',
    'A>flag] --> B[(store)]',
    'A[["sub"]] --> B{{x}}',
    'A([x]) --> B((y))',
  ])('draws %s', (line) => expect(drawn(`graph TD\n  ${line}`)).toHaveProperty('svg'));

  it('of a state may have others in it', () => {
    expect(drawn('stateDiagram-v2\n  state A {\n    [*] --> B\n  }')).toHaveProperty('svg');
  });
});
