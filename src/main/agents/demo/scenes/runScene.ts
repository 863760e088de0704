import { TEA_FILE, readTeas } from '../teaTimer';
import type { Turn } from '../turn';

const DIM = '\u001b[2m';
const GREEN = '\u001b[32m';
const CYAN = '\u001b[36m';
const YELLOW = '\u001b[33m';
const BOLD = '\u001b[1m';
const OFF = '\u001b[0m';

/** Command output as it comes in, in colour. Acted: nothing is run, and the output says so. */
export async function playRun(turn: Turn): Promise<void> {
  const { script, pace, project } = turn;
  await turn.say(script.run.before);
  const tool = await turn.tool({
    title: '`npm test`',
    kind: 'execute',
    rawInput: { command: 'npm test', cwd: project.folder },
  });
  const teas = readTeas(await project.read(TEA_FILE));
  const lines = [
    `${DIM}> tea-timer@1.0.0 test${OFF}`,
    `${DIM}> node --test${OFF}`,
    '',
    ...teas.map((tea) => `${GREEN}✔${OFF} ${tea.name} steeps for ${tea.minutes}:00 ${DIM}(0.${tea.minutes}ms)${OFF}`),
    `${CYAN}ℹ tests ${teas.length}${OFF}`,
    `${GREEN}${BOLD}ℹ pass ${teas.length}${OFF}`,
    `${CYAN}ℹ fail 0${OFF}`,
    '',
    `${YELLOW}${script.run.scripted}${OFF}`,
  ];
  let stdout = '';
  for (const line of lines) {
    await pace.pause(90);
    stdout += `${line}\n`;
    await tool.update({ content: [{ type: 'content', content: { type: 'text', text: stdout } }] });
  }
  await tool.update({ status: 'completed', rawOutput: { exitCode: 0, stdout, stderr: '' } });
  turn.session.count(stdout);
  await turn.say(script.run.after);
}
