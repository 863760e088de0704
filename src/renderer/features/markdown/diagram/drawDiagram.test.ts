import { describe, expect, it } from 'vitest';
import { drawDiagram } from './drawDiagram';
import { mindmapAsFlow } from './mindmap';

const colours = {
  bg: '#fff',
  fg: '#111',
  line: '#888',
  accent: '#333',
  muted: '#555',
  surface: '#eee',
  border: '#ccc',
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
    ['a pie', 'pie showData title Start\n  "Dogs" : 386\n  "Cats & <b>" : 85.5'],
    ['a pie with its title below', 'pie\n  title Start\n  "All" : 1'],
    ['a map of thoughts', 'mindmap\n  root((Start))\n    A[One "two"]\n      B\n    ::icon(fa fa-book)\n    C(Three)'],
    ['entities', 'erDiagram\n  Start ||--o{ ORDER : places'],
  ])('draws %s', (_, source) => {
    const picture = drawn(source);
    expect('svg' in picture && picture.svg).toContain('Start');
    expect('svg' in picture && picture.width > 20 && picture.height > 20).toBe(true);
  });

  it('a pie tells shares or figures, and writes labels as text', () => {
    const shares = drawn('pie\n"A & <b>" : 3\n"B" : 1');
    expect('svg' in shares && shares.svg).toMatch(/A &amp; &lt;b&gt; {2}75%.*B {2}25%/);
    const figures = drawn('pie showData\n"A" : 3\n"B" : 1');
    expect('svg' in figures && figures.svg).toMatch(/>A {2}3<.*>B {2}1</);
  });

  it('a map of thoughts joins each thought with the one that it is indented below', () => {
    const flow = mindmapAsFlow('mindmap\n  root\n    a\n      b\n    c');
    expect(flow?.split('\n').filter((line) => line.includes('---'))).toEqual(['n0 --- n1', 'n1 --- n2', 'n0 --- n3']);
  });

  it.each(['pie\n  no slice', 'pie', 'pie title x\n"a" : 0', 'mindmap', 'pie nonsense'])('%s is broken', (source) =>
    expect(drawn(source)).toHaveProperty('broken'),
  );

  it('asks nobody for letters or anything else', () => {
    const picture = drawn('graph TD\n  A["<img src=x onerror=alert(1)>"] --> B\n  style A fill:#f00');
    expect('svg' in picture && picture.svg).not.toMatch(/@import|<script|<img|<foreignObject|href=/i);
  });

  it('says of a kind that it does not draw which one it is', () => {
    expect(drawn('timeline\n  2002 : a')).toEqual({ unknownKind: 'timeline' });
    expect(drawn('gantt\n  title x')).toEqual({ unknownKind: 'gantt' });
  });

  it('is broken where its text is none, and does not throw', () => {
    expect(drawn('not a diagram')).toEqual({ broken: 'not a diagram' });
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
