import type { ItemOf } from '@shared/session/item';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../stores/replicas';
import { cx } from '../../../ui/cx';
import { shortPath } from '../../diffs/shortPath';
import { commandOf, exitOf, folderOf, outputOf, storedOf } from '@shared/session/commandFacts';
import { Output } from '../../terminals/Output';
import { StoredText } from '../../terminals/StoredText';
import { useDisclosure } from '../disclosure';
import { exactDurationText } from '../duration';
import { Card } from '../parts/Card';
import { useTranscriptPlace } from '../transcriptContext';
import { useRawParts } from './RawParts';
import { ToolIcon } from './ToolIcon';
import { endingOf, isWorking, verbOf } from './toolWords';

type Tool = ItemOf<'toolCall'>;

/** A command: what was run and where, how it ended, how long it took, and the end of what it printed. */
export const ExecuteCard = memo(function ExecuteCard({ tool, asked }: { tool: Tool; asked: boolean }) {
  const { t } = useTranslation();
  const { sessionId, cwd } = useTranscriptPlace();
  const { toggled, flip } = useDisclosure(`${sessionId}/run/${tool.ordinal}`);
  const command = useMemo(() => commandOf(tool), [tool]);
  const folder = folderOf(tool);
  const elsewhere = folder !== null && shortPath(folder, cwd) !== '.' ? shortPath(folder, cwd) : null;
  const long = command.includes('\n') || command.length > 72;
  const output = useMemo(() => outputOf(tool), [tool]);
  const raw = useRawParts(tool);
  // What did not run, or has said nothing yet, is its header alone.
  const isBare = !long && elsewhere === null && !hasRun(tool) && !hasOutput(tool, output);
  return (
    <Card
      icon={<ToolIcon kind="execute" working={isWorking(tool.status) && !asked} />}
      title={verbOf(t, tool, asked)}
      subject={
        <span className="min-w-0 truncate font-mono text-sm" title={command}>
          {command.replaceAll(/\s*\n\s*/g, ' ⏎ ')}
        </span>
      }
      end={<Ending tool={tool} asked={asked} />}
      open={!toggled}
      {...(toggled || asked || raw.button === null ? {} : { actions: raw.button })}
      {...(asked ? {} : { onFlip: flip })}
    >
      {asked || (isBare && raw.parts === null) ? null : (
        <>
          {long || elsewhere !== null ? (
            <div className="border-b border-line px-3 py-2 last:border-b-0">
              {long ? (
                <pre className="font-mono text-sm wrap-anywhere whitespace-pre-wrap selectable">{command}</pre>
              ) : null}
              {elsewhere === null ? null : (
                <div className={cx('text-sm text-faint', long && 'mt-1')}>
                  {t('tools.inFolder', { path: elsewhere })}
                </div>
              )}
            </div>
          ) : null}
          <CommandOutput tool={tool} output={output} />
          {raw.parts}
        </>
      )}
    </Card>
  );
});

type CommandText = ReturnType<typeof outputOf>;

const hasRun = (tool: Tool): boolean => tool.status === 'completed' || exitOf(tool) !== null;

const hasOutput = (tool: Tool, { text, stored, unavailable }: CommandText): boolean =>
  storedOf(tool) !== undefined || unavailable || stored !== undefined || text.trim() !== '';

function CommandOutput({ tool, output }: { tool: Tool; output: CommandText }) {
  const { t } = useTranslation();
  const stored = storedOf(tool);
  if (stored) return <StoredText part={stored} title={commandOf(tool)} />;
  if (output.unavailable) return <p className="output-more px-3 py-2">{t('tools.outputUnavailable')}</p>;
  if (output.stored !== undefined || output.text.trim() !== '')
    return <Output printed={output} title={commandOf(tool)} />;
  return hasRun(tool) ? <p className="output-more px-3 py-1.5">{t('tools.noOutput')}</p> : null;
}

function Ending({ tool, asked }: { tool: Tool; asked: boolean }) {
  const { t } = useTranslation();
  const exit = exitOf(tool);
  const ending = endingOf(t, tool.status);
  const startedAt = useStart(tool);
  const time =
    tool.endedAt === undefined || tool.status === 'rejected' ? null : exactDurationText(t, tool.endedAt - startedAt);
  return (
    <span className="flex shrink-0 items-center gap-2.5 text-sm">
      {asked ? <span className="text-need">{t('tools.waitsForYou')}</span> : null}
      {exit === null ? null : (
        <span className={cx('tabular-nums', exit.exitCode === 0 ? 'text-go' : 'text-stop')}>
          {exit.exitCode === null
            ? t('tools.signal', { signal: exit.signal ?? '?' })
            : t('tools.exit', { code: exit.exitCode })}
        </span>
      )}
      {ending && (exit === null || tool.status !== 'failed') ? (
        <span className={ending.tone === 'stop' ? 'text-stop' : 'text-faint'}>{ending.word}</span>
      ) : null}
      {time === null ? null : <span className="text-faint tabular-nums">{time}</span>}
    </span>
  );
}

/** Its time runs from when it was allowed, not from when it was asked for. */
function useStart(tool: Tool): number {
  const { sessionId } = useTranscriptPlace();
  const allowedAt = useSession(sessionId, ({ items }) => {
    const asked = items.findLast(
      (item) =>
        item.kind === 'request' &&
        item.request.kind === 'permission' &&
        item.request.toolCall.toolCallId === tool.toolCallId,
    );
    return asked?.kind === 'request' ? asked.settlement?.at : undefined;
  });
  return Math.max(tool.at, allowedAt ?? 0);
}
