import type { Question } from '@shared/session/request';

export type QuestionOption = Question['options'][number];
