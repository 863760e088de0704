import type { ToolCallContent } from '@shared/acp/content';
import { printedByTerminal } from '@shared/acp/printed';
import { useTranslation } from 'react-i18next';
import { Output } from './Output';

/** What a terminal printed that a tool call shows. */
export function TerminalPart({ part }: { part: Extract<ToolCallContent, { type: 'terminal' }> }) {
  const { t } = useTranslation();
  const printed = printedByTerminal(part);
  return (
    <div className="overflow-hidden rounded-md border border-line">
      {printed === null ? (
        <p className="output text-faint">{t('tools.outputUnavailable')}</p>
      ) : (
        <Output printed={printed} />
      )}
    </div>
  );
}
