import { describe, expect, it } from 'vitest';
import { argvOf, lineOf } from './argvText';

describe('a line of arguments', () => {
  it('is cut as a shell cuts it', () => {
    expect(argvOf(`-H "X-Team: a b" --name='it is' a\\ b --empty "" tail`)).toEqual([
      '-H',
      'X-Team: a b',
      '--name=it is',
      'a b',
      '--empty',
      '',
      'tail',
    ]);
  });

  it('means nothing more than its words: no variable, pattern, operator or comment', () => {
    expect(argvOf('$HOME *.ts && ls | cat > x # note')).toEqual([
      '$HOME',
      '*.ts',
      '&&',
      'ls',
      '|',
      'cat',
      '>',
      'x',
      '# note',
    ]);
  });

  it('keeps the paths of Windows as they are written', () => {
    expect(argvOf(String.raw`--add-dir C:\work\new "D:\two words" \\host\share 'E:\x' C:\Program\ Files`)).toEqual([
      '--add-dir',
      'C:\\work\\new',
      'D:\\two words',
      '\\\\host\\share',
      'E:\\x',
      'C:\\Program Files',
    ]);
  });

  it('comes back from its arguments, whatever they hold', () => {
    for (const argv of [
      ['-e', 'https://api.example.com', 'acp'],
      [
        'a b',
        "it's",
        'say "hi"',
        '',
        '$HOME',
        '*',
        'C:\\x y',
        '# no',
        '\\\\host\\a\\',
        "\\'",
        '&&',
        '--a=b c',
        'ü 中文',
      ],
    ]) {
      expect(argvOf(lineOf(argv))).toEqual(argv);
    }
    expect(lineOf(['cursor-agent', '--worktree', 'fix one', 'acp'])).toBe("cursor-agent --worktree 'fix one' acp");
  });
});
