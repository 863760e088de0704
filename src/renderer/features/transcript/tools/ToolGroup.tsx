import type { ItemOf } from '@shared/session/item';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisclosure } from '../disclosure';
import { QuietLine } from '../parts/QuietLine';
import { useTranscriptPlace } from '../transcriptContext';
import { QuietTool } from './QuietTool';
import { ToolIcon } from './ToolIcon';
import { isTodoUpdate, isWorking, matchesOf, queryOf } from './toolWords';

type Tool = ItemOf<'toolCall'>;

/** Reads, searches and changes of the todos that follow each other: "Read 5 files, searched “computeInvoice”". */
export const ToolGroup = memo(function ToolGroup({ name, tools }: { name: string; tools: readonly Tool[] }) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const { toggled, flip } = useDisclosure(`${sessionId}/${name}`);
  const [only] = tools;
  if (tools.length === 1 && only) return <QuietTool tool={only} />;
  const matches = sumOfMatches(tools);
  const failed = tools.filter((tool) => tool.status === 'failed').length;
  const working = tools.some((tool) => isWorking(tool.status));
  return (
    <div>
      <QuietLine
        icon={<ToolIcon kind={only === undefined ? 'read' : kindOf(only)} working={working} />}
        open={toggled}
        onFlip={flip}
      >
        <span className="min-w-0 truncate">{summaryOf(t, tools)}</span>
        {matches > 0 ? (
          <span className="shrink-0 text-sm text-faint">{t('tools.matches', { count: matches })}</span>
        ) : null}
        {failed > 0 ? (
          <span className="shrink-0 text-sm text-stop">{t('tools.someFailed', { count: failed })}</span>
        ) : null}
      </QuietLine>
      {toggled ? (
        <div className="mb-1.5 ml-[6px] border-l border-line pl-[15px]">
          {tools.map((tool) => (
            <QuietTool key={tool.ordinal} tool={tool} />
          ))}
        </div>
      ) : null}
    </div>
  );
});

/** One part for each kind, in the order in which the kinds first came. */
function summaryOf(t: TFunction, tools: readonly Tool[]): string {
  const kinds = [...new Set(tools.map(kindOf))];
  const parts = kinds.map((kind, index) => {
    const same = tools.filter((tool) => kindOf(tool) === kind);
    const place = index === 0 ? 'first' : 'next';
    const query = kind === 'search' && same.length === 1 && same[0] ? queryOf(same[0]) : null;
    if (query !== null) return t(`tools.group.${place}.query`, { query });
    if (kind === 'todos') return t(`tools.group.${place}.todos`);
    if (kind === 'search') return t(`tools.group.${place}.search`, { count: same.length });
    if (kind === 'fetch') return t(`tools.group.${place}.fetch`, { count: same.length });
    return t(`tools.group.${place}.read`, { count: same.length });
  });
  return parts.join(t('tools.group.separator'));
}

const kindOf = (tool: Tool): Tool['toolKind'] | 'todos' => (isTodoUpdate(tool) ? 'todos' : tool.toolKind);

const sumOfMatches = (tools: readonly Tool[]): number => tools.reduce((sum, tool) => sum + (matchesOf(tool) ?? 0), 0);
