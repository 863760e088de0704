import type { ItemOf } from '@shared/session/item';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx';
import { PathText } from '../../../ui/PathText';
import { shortPath } from '../../diffs/shortPath';
import { useDisclosure } from '../disclosure';
import { QuietLine } from '../parts/QuietLine';
import { useTranscriptPlace } from '../transcriptContext';
import { hasDetails, ToolDetails } from './ToolDetails';
import { ToolIcon } from './ToolIcon';
import { endingOf, isTodoUpdate, isWorking, matchesOf, pathOf, queryOf, titleAfterVerb, verbOf } from './toolWords';

type Tool = ItemOf<'toolCall'>;

/** A tool call as one line, its details below once opened. */
export const QuietTool = memo(function QuietTool({ tool }: { tool: Tool }) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const { toggled, flip } = useDisclosure(`${sessionId}/tool/${tool.ordinal}`);
  const ending = endingOf(t, tool.status);
  const matches = matchesOf(tool);
  const known = hasDetails(tool);
  return (
    <div data-item={tool.ordinal}>
      <QuietLine
        icon={<ToolIcon kind={isTodoUpdate(tool) ? 'todos' : tool.toolKind} working={isWorking(tool.status)} />}
        {...(known ? { open: toggled, onFlip: flip } : {})}
      >
        {OWN_WORDS.has(tool.toolKind) ? null : <span className="shrink-0">{verbOf(t, tool)}</span>}
        <Subject tool={tool} />
        {matches === null ? null : (
          <span className="shrink-0 text-sm text-faint">{t('tools.matches', { count: matches })}</span>
        )}
        {ending ? (
          <span className={cx('shrink-0 text-sm', ending.tone === 'stop' ? 'text-stop' : 'text-faint')}>
            {ending.word}
          </span>
        ) : null}
      </QuietLine>
      {toggled && known ? (
        <div className="mt-1 mb-2 ml-[6px] border-l border-line pl-[15px]">
          <ToolDetails tool={tool} />
        </div>
      ) : null}
    </div>
  );
});

/** Kinds whose title is a whole phrase already. */
const OWN_WORDS = new Set<Tool['toolKind']>(['other', 'think', 'switch_mode']);

/** What it is about: a file, a search, an address; else the agent's own title. */
function Subject({ tool }: { tool: Tool }) {
  const { t } = useTranslation();
  const { cwd } = useTranscriptPlace();
  if (isTodoUpdate(tool)) return <span className="min-w-0 truncate">{t('tools.group.first.todos')}</span>;
  if (tool.toolKind === 'search') {
    const query = queryOf(tool);
    if (query !== null)
      return <span className="min-w-0 truncate font-[530] text-text">{t('tools.quoted', { text: query })}</span>;
  }
  const path = tool.toolKind === 'fetch' || tool.toolKind === 'other' ? null : pathOf(tool);
  if (path !== null) {
    return <PathText path={shortPath(path, cwd)} title={path} className="font-mono text-sm text-text" />;
  }
  return (
    <span className={cx('min-w-0 truncate', !OWN_WORDS.has(tool.toolKind) && 'text-text')}>
      {titleAfterVerb(tool.title, tool.toolKind)}
    </span>
  );
}
