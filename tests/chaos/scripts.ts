import type { Random } from './random';

/** What agents are made to do by a prompt (the head of fakeAgent.mjs says what the words mean), with how often it is chosen. */
const SCRIPTS = {
  '!say Done.': 10,
  '!think Hm.\n!tool\n!say Done.': 5,
  '!stream 40 120\n!say Done.': 10,
  '!stream 3000 0\n!say Done.': 4,
  '!wait 400\n!say Late, but there.': 6,
  '!permission\n!say Done.': 22,
  '!permission two\n!say Done.': 10,
  '!permission withdraw 120\n!say Done.': 2,
  '!also !permission\n!wait 200\n!permission\n!say Done.': 6,
  '!openTool\n!wait 300\n!say Done.': 4,
  '!say Forever.\n!hang': 8,
  '!openTool\n!hang': 3,
  '!noise 200\n!say Done.': 4,
  '!raw {"jsonrpc":"2.0","id":\n!raw []\n!raw {"jsonrpc":"2.0","id":77,"result":{}}\n!say Done.': 3,
  '!split 3\n!stream 20 0\n!split 0\n!say Done.': 3,
  '!crlf\n!say Done.': 1,
  '!malformed\n!unknown-update\n!stranger Who?\n!unknown-notification\n!say Done.': 3,
  '!unknown-content\n!unknown-request\n!canvas\n!say Done.': 2,
  '!interleave 50': 2,
  '!later 150 !say And one more thing.': 4,
  '!later 100 !permission': 2,
  '!fork 1\n!say Done.': 3,
  '!fork 1\n!wait 200\n!crash SIGKILL': 2,
  '!terminal echo started; sleep 0.2; echo ended': 3,
  '!output 300': 2,
  '!diff new\n!failtool\n!say Done.': 2,
  '!huge 3\n!say Done.': 2,
  '!error -32603 No more.': 3,
  '!stop refusal': 1,
  '!crash 3': 3,
  '!say Bye.\n!crash SIGKILL': 4,
  '!say Bye.\n!eof': 3,
};

/** A frame beyond what is read: dear, so it comes by itself and not by chance. */
export const BEYOND_LIMIT = '!huge 66\n!say Done.';

export const anyScript = (random: Random): string => random.weighted(SCRIPTS);
