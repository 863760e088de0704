import type { ToolCallPatch } from '@shared/acp/update';
import type { ItemOf } from '@shared/session/item';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useReplica, useSession } from '../../stores/replicas';
import { Folded } from '../../ui/Folded';
import { DiffHead } from '../diffs/DiffHead';
import { DiffView } from '../diffs/DiffView';
import { FewFirst } from '../diffs/FewFirst';
import { findDiffs } from '../diffs/findDiffs';
import { shortPath } from '../diffs/shortPath';
import { Markdown } from '../markdown/Markdown';
import { commandOf, folderOf } from '@shared/session/commandFacts';
import { RawJson } from '../terminals/RawJson';
import { otherParts } from './otherParts';
import { SubjectPart } from './SubjectPart';

/**
 * What is asked for, before the choice: the command and its folder, the change, and everything else that the agent sent
 * with it; where it sent nothing of these, the input as it came.
 */
export function PermissionSubject({ toolCall, sessionId }: { toolCall: ToolCallPatch; sessionId: string | null }) {
  const { t } = useTranslation();
  const tool = useWholeCall(toolCall, sessionId);
  const cwd = useReplica(sessionId ?? '', (replica) => replica.cwd) ?? '';
  const files = useMemo(() => findDiffs(tool), [tool]);
  const command = tool.kind === 'execute' ? commandOf(tool) : '';
  const words = wordsOf(tool).filter((text) => text.trim() !== command.trim());
  const others = otherParts(tool.content ?? []);
  const plain = command === '' && files.length === 0;
  return (
    <div className="flex flex-col gap-2 text-md">
      {command === '' ? null : (
        <>
          <pre className="max-h-72 overflow-auto rounded-md border border-line bg-code px-3 py-[9px] font-mono text-[12.5px] leading-normal break-words whitespace-pre-wrap selectable">
            {command}
          </pre>
          <p className="text-sm text-faint">
            {t('tools.inFolder', { path: folderOf(tool) ?? (cwd === '' ? '?' : cwd) })}
          </p>
        </>
      )}
      {plain && tool.title ? <p className="selectable">{tool.title.replace(/^`([\s\S]*)`$/, '$1')}</p> : null}
      {plain && tool.locations && tool.locations.length > 0 ? (
        <p className="font-mono text-sm text-muted selectable">
          {tool.locations.map((place) => place.path).join('\n')}
        </p>
      ) : null}
      {words.map((text, index) => (
        <Markdown key={index} text={text} className="ask-words" />
      ))}
      <FewFirst
        files={files}
        renderFile={(file, index) => (
          <div key={index} className="group/diff overflow-hidden rounded-md border border-line">
            <DiffHead file={file} path={shortPath(file.path, cwd)} className="border-b border-line" />
            <div className="max-h-[420px] overflow-y-auto">
              <DiffView file={file} />
            </div>
          </div>
        )}
      />
      {others.map((part, index) => (
        <SubjectPart key={index} part={part} title={tool.title ?? t('tools.wholeText')} />
      ))}
      <RawInput tool={tool} open={plain && others.length === 0} />
    </div>
  );
}

/** Shown at once where nothing else tells what it is about; one click away otherwise. */
function RawInput({ tool, open }: { tool: ToolCallPatch; open: boolean }) {
  const { t } = useTranslation();
  const { rawInput } = tool;
  if (rawInput === undefined || (rawInput.type === 'json' && isEmpty(rawInput.value))) return null;
  if (open) return <RawJson value={rawInput} title={t('tools.rawInput')} />;
  return (
    <Folded summary={t('tools.rawInput')} summaryClass="w-fit text-faint hover:text-text" className="text-sm">
      <div className="mt-2">
        <RawJson value={rawInput} title={t('tools.rawInput')} />
      </div>
    </Folded>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

/** What the agent says about it beside the command and the change. */
const wordsOf = (tool: ToolCallPatch): string[] =>
  (tool.content ?? []).flatMap((part) =>
    part.type === 'content' && part.content.type === 'text' && part.content.text.trim() !== ''
      ? [part.content.text]
      : [],
  );

/** The request may tell only a part: what it leaves out is known from the tool call itself. */
function useWholeCall(patch: ToolCallPatch, sessionId: string | null): ToolCallPatch {
  const item = useSession(sessionId ?? '', ({ items }) =>
    items.findLast((one): one is ItemOf<'toolCall'> => one.kind === 'toolCall' && one.toolCallId === patch.toolCallId),
  );
  return useMemo(() => {
    if (item === undefined) return patch;
    const { title, toolKind, content, locations, rawInput } = item;
    const told = {
      title,
      kind: toolKind,
      ...(content.length > 0 ? { content } : {}),
      ...(locations.length > 0 ? { locations } : {}),
      ...(rawInput === undefined ? {} : { rawInput }),
    };
    const said = {
      ...patch,
      content: patch.content && patch.content.length > 0 ? patch.content : told.content,
      locations: patch.locations && patch.locations.length > 0 ? patch.locations : told.locations,
    };
    return {
      ...told,
      ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
      toolCallId: patch.toolCallId,
    };
  }, [patch, item]);
}
