/** `Chunk ID: fa3a66`, how long it took, how it ended, and then what it printed. */
const CODEX =
  /^(?:Chunk ID: [^\n]*\n)?Wall time: [\d.]+ seconds\nProcess exited with code (-?\d+)\n(?:Original token count: \d+\n)?Output:\n/;
/** `<shellId: 0 completed with exit code 0>` behind what it printed. */
const COPILOT = /\n?<shellId: [^\s>]+ completed with exit code (-?\d+)>\s*$/;

/** What a command printed, without the words in which Codex and Copilot tell the model how it ended; null: they did not. */
export function toldExit(output: string): { text: string; exitCode: number | null } {
  const found = CODEX.exec(output) ?? COPILOT.exec(output);
  return found === null
    ? { text: output, exitCode: null }
    : { text: output.replace(found[0], ''), exitCode: Number(found[1]) };
}
