import type { ContentBlock, StoredPart } from '@shared/acp/content';
import type { ItemOf } from '@shared/session/item';
import type { TFunction } from 'i18next';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../../stores/app';
import { cx } from '../../../ui/cx';
import { PathText } from '../../../ui/PathText';
import { DiffHead } from '../../diffs/DiffHead';
import { DiffStat } from '../../diffs/DiffStat';
import { DiffTools } from '../../diffs/DiffTools';
import { DiffView } from '../../diffs/DiffView';
import { diffMeasure } from '../../diffs/diffMeasure';
import { FewFirst } from '../../diffs/FewFirst';
import type { FileDiff } from '../../diffs/fileDiff';
import { findDiffs } from '../../diffs/findDiffs';
import { isStoredDiff } from '../../diffs/readStoredDiff';
import { StoredDiff } from '../../diffs/StoredDiff';
import { shortPath } from '../../diffs/shortPath';
import { StoredText } from '../../terminals/StoredText';
import { useDisclosure } from '../disclosure';
import { Card } from '../parts/Card';
import { ContentPart } from '../parts/ContentParts';
import { useTranscriptPlace } from '../transcriptContext';
import { useRawParts } from './RawParts';
import { hasDetails, ToolDetails } from './ToolDetails';
import { ToolIcon } from './ToolIcon';
import { editKindOf } from './toolShape';
import { endingOf, isWorking, movedBetween, pathOf, verbOf } from './toolWords';

type Tool = ItemOf<'toolCall'>;

/** Longer than this it starts closed: what was changed is told by the header, and one click shows it. */
const OPEN_LINES = 400;

/** A change to files. `asked`: its permission waits below and shows the change, so that it is not shown twice. */
export const EditCard = memo(function EditCard({ tool, asked }: { tool: Tool; asked: boolean }) {
  const { t } = useTranslation();
  const { sessionId, cwd } = useTranscriptPlace();
  const files = useMemo(() => findDiffs(tool), [tool]);
  const lines = files.reduce((sum, file) => sum + file.added + file.removed, 0);
  const layout = useApp(({ app }) => app?.settings.diffLayout ?? 'unified');
  const measure = useMemo(() => diffMeasure(files, layout), [files, layout]);
  const { toggled, flip } = useDisclosure(`${sessionId}/edit/${tool.ordinal}`);
  const stored = tool.content.find((part) => part.type === 'stored');
  // Where no change is told, what it sent is one click away.
  const told = files.length > 0 || stored !== undefined;
  const byDefault = told && lines <= OPEN_LINES && tool.status !== 'rejected' && tool.status !== 'cancelled';
  const open = asked ? false : toggled !== byDefault;
  const path = files[0]?.path || pathOf(tool);
  // Several changes of one file are one file.
  const paths = useMemo(() => new Set(files.map((file) => file.path)).size, [files]);
  const kind = editKindOf(tool);
  const moved = kind === 'move' ? movedBetween(tool) : null;
  const ending = endingOf(t, tool.status);
  const body = bodyOf(tool, files, cwd);
  // Why it failed stands below what it meant to change; other words are with what was sent raw.
  const words = told ? wordsOf(tool) : [];
  const failed = tool.status === 'failed';
  const raw = useRawParts(tool, failed ? [] : words);
  const only = files.length === 1 ? files[0] : undefined;
  return (
    <Card
      icon={<ToolIcon kind={kind} working={isWorking(tool.status) && !asked} />}
      title={asked ? verbOf(t, { toolKind: kind, status: tool.status }, true) : verbFor(t, kind, tool, files)}
      subject={
        moved === null && path ? (
          <PathText path={shortPath(path, cwd)} title={path} className="font-mono text-sm">
            {paths > 1 ? (
              <span className="font-sans text-faint"> {t('tools.andMore', { count: paths - 1 })}</span>
            ) : null}
          </PathText>
        ) : (
          <span className="min-w-0 truncate font-mono text-sm" title={moved?.to ?? tool.title}>
            {moved ? `${shortPath(moved.from, cwd)} → ${shortPath(moved.to, cwd)}` : tool.title}
            {moved !== null && paths > 1 ? (
              <span className="font-sans text-faint"> {t('tools.andMore', { count: paths - 1 })}</span>
            ) : null}
          </span>
        )
      }
      end={
        <span className="flex shrink-0 items-center gap-2.5 text-sm">
          {ending ? (
            <span className={cx(ending.tone === 'stop' ? 'text-stop' : 'text-faint')}>{ending.word}</span>
          ) : null}
          {asked ? <span className="text-need">{t('tools.waitsForYou')}</span> : null}
          {lines > 0 ? <DiffStat added={sum(files, 'added')} removed={sum(files, 'removed')} /> : null}
        </span>
      }
      {...(open && told && (raw.button !== null || (only && !stored))
        ? {
            actions: (
              <span className="flex gap-px">
                {only && !stored ? <DiffTools file={only} /> : null}
                {raw.button}
              </span>
            ),
          }
        : {})}
      {...(open && measure !== 'column' ? { measure } : {})}
      {...(asked || body === null ? {} : { open, onFlip: flip })}
    >
      {open ? (
        <>
          {stored ? <Stored part={stored} title={tool.title} cwd={cwd} /> : body}
          {failed && words.length > 0 ? (
            <div className="border-t border-line px-3 py-2">
              {words.map((block, index) => (
                <ContentPart key={index} block={block} />
              ))}
            </div>
          ) : null}
          {told ? raw.parts : null}
        </>
      ) : null}
    </Card>
  );
});

const Stored = ({ part, title, cwd }: { part: StoredPart; title: string; cwd: string }) =>
  isStoredDiff(part) ? <StoredDiff {...{ part, title, cwd }} /> : <StoredText {...{ part, title }} />;

function bodyOf(tool: Tool, files: readonly FileDiff[], cwd: string) {
  if (files.length > 0) {
    return (
      <FewFirst
        files={files}
        renderFile={(file, index) => (
          <div key={index} className={cx(files.length > 1 && 'group/diff', index > 0 && 'border-t border-line')}>
            {files.length > 1 ? <DiffHead file={file} path={shortPath(file.path, cwd)} /> : null}
            <DiffView file={file} />
          </div>
        )}
      />
    );
  }
  if (!hasDetails(tool)) return null;
  return (
    <div className="px-3 py-2">
      <ToolDetails tool={tool} />
    </div>
  );
}

const sum = (files: readonly FileDiff[], of: 'added' | 'removed'): number =>
  files.reduce((total, file) => total + file[of], 0);

/** A file that was not there before is created, which says more than "edited". */
function verbFor(t: TFunction, toolKind: Tool['toolKind'], { status }: Tool, files: readonly FileDiff[]): string {
  const created = toolKind === 'edit' && files.length > 0 && files.every((file) => file.status === 'added');
  if (created && status === 'completed') return t('tools.created');
  return verbOf(t, { toolKind, status });
}

/** What it said beside its changes. */
const wordsOf = (tool: Tool): ContentBlock[] =>
  tool.content.flatMap((part) =>
    part.type === 'content' && !(part.content.type === 'text' && part.content.text.trim() === '') ? [part.content] : [],
  );
