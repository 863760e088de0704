import type { Notice, ToolItemStatus } from '@shared/session/item';

/** The words of an exported text, in the person's language. They are for a file, so they stand in the engine. */
export interface MarkdownWords {
  untitled: string;
  agent: string;
  project: string;
  created: string;
  updated: string;
  you: string;
  thought: string;
  tool: string;
  plan: string;
  subtask: string;
  picture: string;
  sound: string;
  permission: string;
  proposedPlan: string;
  question: string;
  accepted: string;
  rejected: string;
  notAnswered: string;
  /** After the beginning of what was too long. */
  cut: string;
  status: Record<ToolItemStatus | 'running', string>;
  /** What has no words here is no part of what was said, and is left out. */
  notice: Partial<Record<Notice['code'], string>>;
}

export const MARKDOWN_WORDS: Record<'en' | 'zh-CN', MarkdownWords> = {
  en: {
    untitled: 'Session without a title',
    agent: 'Agent',
    project: 'Project',
    created: 'Begun',
    updated: 'Last used',
    you: 'You',
    thought: 'Thought',
    tool: 'Tool:',
    plan: 'Plan',
    subtask: 'Subtask:',
    picture: 'Picture',
    sound: 'Sound',
    permission: 'Permission:',
    proposedPlan: 'Proposed plan:',
    question: 'Question:',
    accepted: 'accepted',
    rejected: 'rejected',
    notAnswered: 'not answered',
    cut: 'The rest is left out here; an export has all of it.',
    status: {
      pending: 'waiting',
      in_progress: 'at work',
      running: 'at work',
      completed: 'done',
      failed: 'failed',
      cancelled: 'stopped',
      rejected: 'rejected',
    },
    notice: {
      'turn.failed': 'The turn failed.',
      'turn.interrupted': 'The turn was interrupted.',
      'turn.cancelled': 'Stopped.',
      'turn.stoppedBy': 'The agent stopped before it was done.',
      'session.startedAnew': 'From here on it is a fresh session at the agent.',
      'session.historyRebuilt': "Rebuilt from the agent's own history.",
      'session.optionsReset': 'The agent went on with its own mode and model.',
      'session.modelGone': 'The chosen model was not offered any more.',
      'session.forked': 'Everything above is a copy of another session.',
      'session.imported': 'Everything above came from a file.',
      'agent.compaction': 'The agent summed up the conversation.',
    },
  },
  'zh-CN': {
    untitled: '无标题会话',
    agent: '智能体',
    project: '项目',
    created: '开始时间',
    updated: '最后使用',
    you: '你',
    thought: '思考',
    tool: '工具：',
    plan: '计划',
    subtask: '子任务：',
    picture: '图片',
    sound: '音频',
    permission: '权限请求：',
    proposedPlan: '提出的计划：',
    question: '提问：',
    accepted: '已接受',
    rejected: '已拒绝',
    notAnswered: '未回答',
    cut: '其余内容已省略，导出文件中有完整内容。',
    status: {
      pending: '等待中',
      in_progress: '进行中',
      running: '进行中',
      completed: '已完成',
      failed: '失败',
      cancelled: '已停止',
      rejected: '已拒绝',
    },
    notice: {
      'turn.failed': '本轮失败。',
      'turn.interrupted': '本轮被中断。',
      'turn.cancelled': '已停止。',
      'turn.stoppedBy': '智能体提前停止。',
      'session.startedAnew': '从这里起，智能体那边是一个全新的会话。',
      'session.historyRebuilt': '根据智能体自己的历史记录重建。',
      'session.optionsReset': '智能体改用了自己的模式和模型。',
      'session.modelGone': '所选模型已不再提供。',
      'session.forked': '以上内容复制自另一个会话。',
      'session.imported': '以上内容来自文件。',
      'agent.compaction': '智能体压缩了对话内容。',
    },
  },
};
