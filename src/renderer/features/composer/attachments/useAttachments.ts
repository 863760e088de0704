import type { Attachment } from '@shared/attachment';
import type { FileRoot } from '@shared/ipc/views';
import { useState } from 'react';
import { addProblem } from '../../../stores/ui';
import type { DraftChange } from '../useDraft';
import { addFiles } from './addFiles';
import { withAttachments } from './withAttachments';

export interface Attachments {
  /** Whose folder is searched; null: none is chosen yet, so nothing can be attached. */
  of: FileRoot | null;
  list: readonly Attachment[];
  /** Some are on their way: the message waits for them. */
  pending: boolean;
  add: (attachments: readonly Attachment[]) => void;
  addFiles: (files: readonly File[]) => void;
  remove: (index: number) => void;
}

/** What stands beside a draft's text, and what a person does with it. */
export function useAttachments(
  of: FileRoot | null,
  list: readonly Attachment[],
  write: (change: DraftChange) => void,
): Attachments {
  const [pending, setPending] = useState(0);
  const add = (attachments: readonly Attachment[]) =>
    write((now) => {
      const { list: next, problem } = withAttachments(now.attachments, attachments);
      if (problem !== null) addProblem(problem);
      return { ...now, attachments: next };
    });
  const addAll = async (root: FileRoot, files: readonly File[]) => {
    setPending((count) => count + 1);
    const { attachments, problems } = await addFiles(root, files);
    setPending((count) => count - 1);
    problems.forEach(addProblem);
    if (attachments.length > 0) add(attachments);
  };
  return {
    of,
    list,
    pending: pending > 0,
    add,
    addFiles: (files) => {
      if (of !== null && files.length > 0) void addAll(of, files);
    },
    remove: (index) => write((now) => ({ ...now, attachments: now.attachments.toSpliced(index, 1) })),
  };
}
