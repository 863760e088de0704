#!/usr/bin/env node
/*
 * The scripted ACP agent of the test suite: real stdio, no dependencies, runs under plain Node 20 as it stands.
 *
 *   node tests/agents/fakeAgent.mjs            (tests/agents/fakeAgentRun.ts starts it and reads its log)
 *
 * ENVIRONMENT
 *   FAKE_AGENT        start-up behaviour as JSON, see `Config` below (also as the first argument, when it begins with "{")
 *   FAKE_AGENT_LOG    JSONL file: {pid, at, in: MESSAGE} for everything received (parsed), {raw} for what was no JSON,
 *                     {asked: {id, method}} for its own requests,
 *                     {event: 'start' | 'stdin.end' | 'signal' | 'child' | 'violation' | 'exit', …}
 *   FAKE_AGENT_STATE  file in which sessions and their history are kept, so that load works after a restart
 *
 *   With the argument `mcp` it is Cursor's other command instead: mcp list | enable NAME | disable NAME | login NAME, for
 *   the servers of .cursor/mcp.json in the folder and in $HOME. One named "broken" cannot be enabled.
 *
 * CONFIG (every field optional)
 *   preset    "cursor": as `agent acp` of Cursor is, in every way that is known (fake/presets.mjs); fields beside it hold
 *   process   ignoreSigterm, ignoreStdinEnd: true   stays alive (ignoreStdinEnd "afterPrompt": once it had one)
 *             stderr: ["line"]                      printed at the start
 *             stderrEveryMs: N                      then "fetching 1", "fetching 2" … until it reads (startDelayMs, startUntil)
 *             exitAtStart: {code, signal}           ends before it answers anything
 *             startDelayMs: N                       reads nothing for so long
 *             startUntil: FILE                      reads nothing before that is there
 *             children: N                           see !fork
 *   framing   noise: ["line"]   printed before the first frame      noiseEvery: N   a noise line before every Nth frame
 *             splitBytes: N     every frame cut into pieces of N bytes               crlf, emptyLines: true
 *             firstRequestId: N (0)
 *   hello     initialize: "hang" | "error"   protocolVersion: N   capabilities: {…} merged   agentInfo: null | {…}
 *             authMethods: […]   auth: true  -32000 from session/* until `authenticate`; "never": it stays so
 *             authFile: PATH, authEnv: NAME   signed in from the start where the file or the variable is there
 *             authPrompt: true  only prompts want an account   authText: TEXT  refuses with -32603 and TEXT instead
 *             authErrorMethods: true  the refusal lists the methods too   authenticate: "answer" | "hang" | "browser"
 *                 | "key": authEnv alone does not sign in, `authenticate` takes it (codex-acp)
 *             (with "login" among its arguments it is a program for a terminal: "yes" writes authFile and exits 0)
 *             sessions: "both" | "load" | "resume" | "none"   list: false
 *             listPages: N sessions a page   listCursor: "refused" (an error for every cursor) | "same" (never ends)   listByFolder: true (nothing without a cwd)
 *             loadFails: TEXT  load says half of the history, then fails so   loadUntil: FILE  … then waits before the rest
 *             fork: true | "error"  offers session/fork
 *             initMeta: {…}  _meta of the initialize answer   lacks: ["session/close"]  methods it answers with -32601
 *             version: TEXT  what --version prints
 *   sessions  newDelayMs: N, newUntil: FILE   newError: CODE (once when newErrorOnce) with newErrorText   earlyUpdates: true  updates before session/new's answer
 *             crashOnNew: CODE  ends at session/new   forgetOptions: true  load and resume come up as it ships
 *             newQuotesMcp: true  session/new says the MCP servers that it was given, on stderr and in its error
 *             commands: "late" (after 50 ms) | "chunk" (same write as the answer) | "early" (before it) | "none"
 *             unknownSession: -32602 | -32002 | -32603   the error of load and resume for an id it does not know
 *             crashOnDelete: TEXT  at session/delete it says so on stderr and dies
 *             loadError: CODE  load and resume always fail so   replay: "before" | "late" | "none"
 *             replayIds: "same" | "changed" | "cursor"   loadResult: "full" | "empty" | "null"
 *             options: "config" | "legacy" | "none" | "cursor" (the preset's)   booleans: true   modes: false
 *             guests: 0                 so many models more, the whole list in groups
 *             modelList: ["id"] | "hang"  what cursor/list_available_models answers (-32601 without)
 *             variants: true  models as opaque ids with their parameters, as an older client gets them
 *             gone: ["composer"]  models and modes that are not offered any more
 *             setMode: "before" | "after" | "silent"  when current_mode_update comes, seen from the answer
 *             lateMs: N (50)
 *   turns     echoUser: true  sends the prompt back as user_message_chunk   cancelDelayMs: N   ignoreCancel: true
 *             scenes: FILE  a JSON object; a prompt that is one of its keys is answered by that list of steps (fake/scenes.mjs)
 *             steering: "take" | "failed" | "error" | "hang"  offers _session/steering and does so ("Steered: TEXT")
 *             cursorPrefix: "_cursor/"   cursorSessionId: true
 *
 * %NAME% in stderr, noise, crashOnDelete, newErrorText and commands stands for a variable of its environment.
 *
 * PROMPT: each line that begins with "!" is a command, done in order; a prompt without one is answered "Echo: TEXT".
 *   speech    !say TEXT · !think TEXT · !markdown · !stream COUNT RATE [CHARS] (RATE 0: as fast as it goes)
 *             !fail TEXT (as the last chunk, after an empty line: how Cursor tells an error; \\n is a line end)
 *             !file PATH CHARS RATE · !empty · !image · !resource · !echo (the prompt's blocks as JSON)
 *   tools     !tool [KIND [now]] (without a rest: for long histories) · !failtool · !update-first · !tool-twice · !diff [new|delete|raw] · !bigdiff [LINES] · !output LINES [WIDTH] · !huge MB [line]
 *             !openTool (never completes) · !rejected (completed without output)
 *   requests  !permission [first] [two] [withdraw FILE (when it is there)] [unknown-kind] [silent] · !form [whole] (every type and format) · !url · !read PATH · !write PATH TEXT
 *             !terminal COMMAND · !terminal-kill COMMAND · !unknown-request
 *             !aborted (a read that was stopped, as Cursor tells it)
 *   cursor    !canvas (a request that no client knows) · !subagent [early] [permission] [failed] [open]
 *             !question · !plan [long] · !todos · !todos-merge · !task · !genimage PATH
 *             each with words of: underscore, malformed, notify, session, stray (an unknown tool call id), multi
 *             in the preset: !question [multi] · !plan (anew with the reason; what stands after it is its work) · !todos ·
 *             !todos-merge · !task [permission] · !genimage PATH · !edit PATH TEXT · !permission
 *   state     !commands A B · !mode ID · !config · !reset-options · !title TEXT · !usage USED [SIZE] [COST] · !planlist · !notice
 *   replay    !usertext TEXT (a user_message_chunk of its own)
 *   odd       !unknown-update · !unknown-content · !unknown-notification · !malformed · !stranger TEXT (unknown session id)
 *             !interleave COUNT (chunks to this and every other session in turn)
 *   turn      !also !COMMAND (not waited for) · !wait MS · !until FILE (is there) · !hang [deaf] · !listen (until it is steered) · !stop REASON · !error CODE TEXT · !later MS !COMMAND (after the prompt's answer)
 *             !together COMMAND & COMMAND & … (at the same time)
 *   wire      !raw TEXT · !noise COUNT · !split BYTES · !crlf · !eof (ends stdout, lives on) · !stderr TEXT
 *   process   !crash [CODE|SIGNAL] · !fork COUNT [clean] · !env NAME · !cwd · !argv
 */
import { login } from './fake/account.mjs';
import { FakeAgent } from './fake/agent.mjs';
import { readConfig } from './fake/config.mjs';
import { forkChildren } from './fake/processes.mjs';
import { runMcp } from './fake/mcp.mjs';
import { record } from './fake/record.mjs';
import { isThere, Wire } from './fake/wire.mjs';

const mcpAt = process.argv.indexOf('mcp');
if (mcpAt > 0) runMcp(process.argv.slice(mcpAt + 1));

const config = readConfig();
record({ event: 'start', argv: process.argv.slice(2), cwd: process.cwd(), run: process.env.SIGNALBOX_RUN });
process.on('exit', (code) => record({ event: 'exit', code }));
if (config.ignoreSigterm) process.on('SIGTERM', () => record({ event: 'signal', signal: 'SIGTERM' }));
for (const line of config.stderr) process.stderr.write(`${line}\n`);
if (config.exitAtStart) {
  if (config.exitAtStart.signal) process.kill(process.pid, config.exitAtStart.signal);
  else process.exit(config.exitAtStart.code ?? 1);
}
forkChildren(config.children, false);

if (process.argv.includes('--version')) process.stdout.write(`${config.version}\n`);
else if (process.argv.includes('login')) login(config);
else serve();

function serve() {
  const wire = new Wire(process.stdin, process.stdout, config);
  const agent = new FakeAgent(wire, config);
  for (const line of config.noise) void wire.raw(line);
  let fetched = 0;
  const fetching = config.stderrEveryMs
    ? setInterval(() => process.stderr.write(`fetching ${++fetched}\n`), config.stderrEveryMs)
    : undefined;
  const begin = async () => {
    await isThere(config.startUntil);
    clearInterval(fetching);
    wire.listen(agent);
  };
  setTimeout(() => void begin(), config.startDelayMs);
  void wire.ended.then(() => {
    record({ event: 'stdin.end' });
    // A timer keeps the process alive, as a runtime with open handles is kept.
    const stays = config.ignoreStdinEnd === 'afterPrompt' ? agent.prompted : config.ignoreStdinEnd;
    if (stays) setInterval(() => undefined, 1 << 30);
    else process.exit(0);
  });
}
