// A tool that an agent started: ignores SIGTERM and lives until someone ends it (ten minutes at most, so that a broken
// test leaves nothing for ever). The argument says how many generations come below it.
import { forkChildren } from './processes.mjs';

for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => {});
const depth = Number(process.argv[2] ?? 0);
if (depth > 0) forkChildren(1, false, depth - 1);
setTimeout(() => process.exit(0), 600_000);
