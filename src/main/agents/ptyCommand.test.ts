import { describe, expect, it } from 'vitest';
import { ptyCommand } from './ptyCommand';

describe('what a terminal is started with', () => {
  it('is the program and its arguments as they are', () => {
    const args = ['login', 'a "b" c', '%PATH%'];
    expect(ptyCommand('/bin/agent', args, {}, 'linux')).toEqual({ file: '/bin/agent', args });
    expect(ptyCommand('C:\\agent.exe', args, {}, 'win32')).toEqual({ file: 'C:\\agent.exe', args });
  });

  it('goes through cmd.exe for a shim of Windows, with nothing left for cmd.exe to read', () => {
    const { file, args } = ptyCommand('C:\\My tools\\agent.cmd', ['login', 'a "b" %PATH% & c\\'], {}, 'win32');
    expect(file).toBe('cmd.exe');
    expect(args).toBe(String.raw`/d /s /c "C:\My^ tools\agent.cmd ^"login^" ^"a^ \^"b\^"^ ^%PATH^%^ ^&^ c\\^""`);
    expect(ptyCommand('agent.bat', [], { ComSpec: 'D:\\cmd.exe' }, 'win32').file).toBe('D:\\cmd.exe');
  });
});
