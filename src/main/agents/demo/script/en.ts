import type { DemoScript } from './demoScript';

export const en: DemoScript = {
  agentTitle: 'Demo agent',
  modes: {
    agent: { name: 'Agent', description: 'Reads, edits and runs, and asks before it changes anything' },
    plan: { name: 'Plan', description: 'Reads and proposes a plan; changes nothing until you accept it' },
    ask: { name: 'Ask', description: 'Reads and answers; changes nothing' },
  },
  models: {
    steam: { name: 'Steam', description: 'Scripted. Slow and stately, one speed only' },
    diesel: { name: 'Diesel', description: 'Scripted. Steady, thinks a little' },
    electric: { name: 'Electric', description: 'Scripted. Quick, thinks as long as you like' },
  },
  efforts: { low: 'Low', medium: 'Medium', high: 'High', max: 'Maximum' },
  options: {
    mode: 'Mode',
    model: 'Model',
    effort: 'Effort',
    fast: 'Fast',
    fastDescription: 'Twice the speed. With a real agent this can cost more',
    on: 'On',
    off: 'Off',
  },
  commands: {
    tour: { description: 'The whole tour: read, edit, run, plan, question' },
    plan: { description: 'Propose a plan for you to review' },
    question: { description: 'Ask you two questions' },
    permission: { description: 'Ask to run a command (nothing is run)' },
    edit: { description: 'Propose a small edit and make it if you allow it' },
    run: { description: 'Show the output of a command, in colour' },
    todos: { description: 'Work through a todo list' },
    subtask: { description: 'Hand something to a subagent' },
    image: { description: 'Draw a picture' },
    long: { description: 'A long answer, to scroll in', hint: 'number of sections' },
    slow: { description: 'A slow answer, to try Stop on' },
    error: { description: 'Fail on purpose', hint: 'rpc, auth, text, refusal, limit or tool' },
    crash: { description: 'End the agent in the middle of a turn' },
    help: { description: 'What this demo can show' },
  },
  words: {
    tour: ['tour', 'show me around'],
    plan: ['plan'],
    question: ['question', 'ask me'],
    permission: ['permission', 'allow'],
    edit: ['edit', 'change', 'add a tea'],
    run: ['run', 'test'],
    todos: ['todo', 'list of steps'],
    subtask: ['subtask', 'subagent', 'delegate'],
    image: ['image', 'picture', 'draw'],
    long: ['long answer'],
    slow: ['slow'],
    error: ['error', 'fail'],
    crash: ['crash'],
    help: ['help', 'what can you do'],
  },
  permissionOptions: {
    allow_once: 'Allow once',
    allow_always: 'Allow in this session',
    reject_once: 'Reject',
    reject_always: 'Reject in this session',
  },
  thoughts: [
    'Someone new at the levers: a short tour will say more than a speech.',
    'I am a script and not a model, so that comes first.',
    'Then I read the sample project, so that the edit I propose is a true one.',
    'And nothing gets written before it has been allowed.',
  ],
  tour: {
    intro:
      'Hello! I am the **demo agent** that comes with Signalbox. I follow a script: no model, no account, no network. ' +
      'What you see around me is the real thing, and any agent you connect will look just like this.\n\n' +
      'Let me read the sample project first.',
    elsewhere: (folder) =>
      `This folder is yours, so I leave it alone and work on a copy of my sample project in \`${folder}\`.`,
    findings: (teas, code) =>
      'It is a tea timer. It knows these:\n\n' +
      '| Tea | Steeps | Water |\n| --- | ---: | ---: |\n' +
      teas.map((tea) => `| ${tea.name} | ${tea.minutes} min | ${tea.celsius} °C |`).join('\n') +
      `\n\nand turns a name into a time:\n\n\`\`\`ts\n${code.trim()}\n\`\`\``,
    nextAnEdit: (tea) => `There is room for **${tea.name}**. That changes a file, so I ask first.`,
    readOnly: 'I am in a mode that only reads, so I skip the edit.',
    beforePlan: 'Bigger work deserves a plan, so that you decide before anything is built.',
    beforeQuestion: 'Last, two questions. You can answer them without the mouse.',
    closing:
      'That was the tour. A few things to try:\n\n' +
      '- `/slow`, then press **Stop**\n' +
      '- start a second session while this one works\n' +
      '- close Signalbox, open it again and go on here\n\n' +
      'When you are ready for a real agent, add one under **Settings → Agents**. `/help` lists everything I can show.',
    todos: {
      look: 'Read the sample project',
      edit: 'Add a tea, if allowed',
      test: 'Run the tests',
      plan: 'Propose what comes next',
    },
  },
  tools: {
    read: (name) => `Read ${name}`,
    searched: (words) => `Search for “${words}”`,
    edit: (name) => `Edit ${name}`,
    todos: 'Update todos',
    plan: 'Create plan',
    question: 'Ask questions',
    task: (description) => `Task: ${description}`,
    image: 'Draw a picture',
    failing: 'Read src/kettle.ts',
  },
  edit: {
    reason: (tea) => `Adds ${tea.name} to the list of teas`,
    done: (tea) => `Done: the timer now knows **${tea.name}**.`,
    unchanged: 'Someone was faster: the file has it already, so I changed nothing.',
    rejected: 'Fine, I left the file as it was.',
    rejectedBefore: 'You told me not to edit in this session, so I left the file as it was. `/permission` starts over.',
    readOnlyMode: 'In this mode I only read. Switch to **Agent** and ask again, and I will propose an edit.',
  },
  run: {
    before: 'Now the tests.',
    scripted: 'Scripted output: nothing was run on your machine.',
    after: 'All green. (I only act this part: nothing was run on your machine.)',
  },
  permission: {
    before: 'I would like to run a command. It is make-believe: whatever you answer, nothing is run.',
    command: 'rm -rf build && npm run build',
    reason: 'Deletes the build folder and builds again',
    answer: {
      allow_once: 'You allowed it **once**. A real agent would run it now, and ask again next time.',
      allow_always: 'You allowed it **for this session**. I will not ask before edits here any more.',
      reject_once: 'You **rejected** it. A real agent would look for another way.',
      reject_always: 'You **rejected it for this session**. I will not propose edits here any more.',
      cancelled: 'You dismissed the request, so I treat it as a no.',
    },
  },
  plan: {
    before: 'Here is one to review: accept it, or send it back with a reason.',
    name: 'Teach the timer to ring',
    overview: 'The timer knows how long a tea steeps, but it never says when the tea is ready.',
    markdown:
      '# Teach the timer to ring\n\n' +
      'Today `steepingTime` returns text and nobody counts down. We add a countdown, then a signal.\n\n' +
      '## What changes\n\n' +
      '| File | Change |\n| --- | --- |\n' +
      '| `src/countdown.ts` | new: counts down, one tick a second |\n' +
      '| `src/timer.ts` | returns seconds beside the text |\n' +
      '| `src/signal.ts` | new: rings, or shows a banner |\n\n' +
      '## What stays\n\n' +
      'The list of teas and its format. Nobody has to change their own list.\n\n' +
      '> Risk: a sleeping laptop stops the clock. We compare with the wall clock at every tick.',
    phases: [
      {
        name: 'Count down',
        steps: ['Return seconds from steepingTime', 'Write the countdown with a clock that tests can turn'],
      },
      { name: 'Give the signal', steps: ['Ring when the time is up', 'Show a banner when the sound is off'] },
    ],
    lastStep: 'Say in the README how to turn the sound off',
    accepted: 'Accepted, thank you. I act out the first steps, so that you can see a list being worked through.',
    finished: 'A real agent would have written the code by now. I stop here and leave the rest of the list open.',
    rejected: (reason) =>
      reason ? `Understood, I drop this plan. You said: “${reason}”.` : 'Understood, I drop this plan.',
    cancelled: 'No decision is fine too. The plan stays in the transcript, and nothing was done.',
  },
  question: {
    title: 'Two questions',
    signal: {
      prompt: 'How should the timer say that the tea is ready?',
      bell: 'Ring a bell',
      banner: 'Show a banner',
      both: 'Both',
    },
    next: {
      prompt: 'What should I show you next? Choose as many as you like.',
      subtask: 'A subagent at work',
      image: 'A picture',
      failure: 'A step that fails',
    },
    answered: (choices) => `Noted: ${choices.join(', ')}.`,
    nothing: 'You answered without choosing anything. That is an answer too.',
    skipped: (reason) => (reason ? `Skipped. You said: “${reason}”.` : 'Skipped, no harm done.'),
    cancelled: 'You dismissed the questions, so I go on without answers.',
  },
  todos: {
    before: 'I keep a list while I work. Watch it beside the conversation.',
    after: 'Three done and one dropped. The list stays with the session.',
    items: ['Boil the water', 'Warm the pot', 'Steep for three minutes', 'Find a biscuit'],
  },
  subtask: {
    before: 'This part I hand to a subagent, and wait for what it finds.',
    description: 'Who uses the list of teas?',
    prompt: 'Find every place that reads `teas` and say whether it depends on the order of the list.',
    result: '`src/timer.ts` is the only reader. It looks a tea up by name, so the order does not matter.',
    after: 'The subagent found one reader, `src/timer.ts`, and it does not care about the order.',
  },
  image: {
    before: 'A picture, then. I draw it pixel by pixel.',
    description: 'A signal box at dusk, with the light at clear',
    after: (inProject) =>
      inProject
        ? 'A signal box at dusk. It is in the project as `signal-box.png`.'
        : 'A signal box at dusk. I kept the file in my own folder, since this project is yours.',
  },
  failure: {
    before: 'And this is a step that fails.',
    output: 'ENOENT: no such file or directory, open src/kettle.ts',
    after: 'There is no kettle in this project. A failed step does not end the turn: I just go on without it.',
  },
  errors: {
    menu:
      'I can fail in these ways:\n\n' +
      '- `/error rpc`: the prompt is answered with an error\n' +
      '- `/error auth`: the agent wants you to sign in\n' +
      '- `/error text`: an error written as text, as Cursor does it\n' +
      '- `/error refusal`: the model refuses\n' +
      '- `/error limit`: the answer runs out of tokens\n' +
      '- `/error tool`: one step fails and the turn goes on',
    before: 'I am about to fail, on purpose.',
    internal: 'The demo agent failed, because you asked it to',
    authentication: 'Please sign in (not really: this is a demo)',
    refusal: 'I would rather not answer that. (A scripted refusal.)',
    limit: 'This answer will stop in the middle of the',
  },
  crash: {
    before: 'Good night. I end myself now, in the middle of a turn.',
    lastWords: 'demo agent: crashing because /crash asked for it',
  },
  long: {
    title: '# The long answer\n\n',
    section: (number) =>
      `## ${number}. Of signals and sidings\n\n` +
      'A signal box sees every train and hears every bell. The signaller does not drive: they decide **who may go**, ' +
      'who waits, and what happens when a train does not answer.\n\n' +
      '- one lever for each signal\n- one bell for each neighbour\n- one book in which everything is written down\n\n' +
      `\`\`\`ts\nconst block${number} = { train: ${number * 7}, signal: 'clear', lever: ${number} };\n\`\`\`\n\n`,
    end: 'And that is the end of the line.',
  },
  slow: {
    before: 'I count slowly. Press **Stop** whenever you like.',
    comma: ', ',
    words: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
    after: 'You let me finish. How patient.',
  },
  chat: (text) =>
    `You wrote: “${text}”\n\n` +
    'I am only a script, so I cannot really answer. What I can do is show how Signalbox works: ' +
    'try `/plan`, `/question`, `/edit` or `/help`. For real answers, add an agent under **Settings → Agents**.',
  help:
    'I am a scripted demo: no model, no account, no network. This is what I can show:\n\n' +
    '| Command | What you see |\n| --- | --- |\n' +
    '| `/tour` | everything once, in order |\n' +
    '| `/plan` | a plan to accept or send back |\n' +
    '| `/question` | questions with one and with many answers |\n' +
    '| `/permission` | a permission request |\n' +
    '| `/edit` | a diff, written only when you allow it |\n' +
    '| `/run` | command output in colour |\n' +
    '| `/todos` | a list being worked through |\n' +
    '| `/subtask` | a subagent |\n' +
    '| `/image` | a picture |\n' +
    '| `/long`, `/slow` | long and slow answers |\n' +
    '| `/error`, `/crash` | things going wrong |',
};
