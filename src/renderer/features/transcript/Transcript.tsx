import type { SessionId } from '@shared/ids';
import { MessageSquareText } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { agentName as agentNameOf, useAgents } from '../../stores/agents';
import { openFile } from '../../stores/filePane';
import { useReplica, useSession } from '../../stores/replicas';
import { dropStretch, useStretch } from '../../stores/stretch';
import { useKeys } from '../../stores/useKeys';
import { EmptyState } from '../../ui/EmptyState';
import { type FilePlace, FileOpenerProvider, ImageSessionProvider } from '../markdown/fileLinks';
import { Announcer } from './Announcer';
import { FindBar } from './find/FindBar';
import { RowsView } from './RowsView';
import './transcript.css';
import { TranscriptPlaceProvider } from './transcriptContext';

/** All that was said and done in a session, live at its end. */
export function Transcript({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const live = useSession(sessionId, (state) => state.items);
  const stretch = useStretch((state) => (state.stretch?.sessionId === sessionId ? state.stretch : null));
  const items = stretch?.items ?? live;
  const cwd = useReplica(sessionId, (replica) => replica.cwd) ?? '';
  const agentId = useReplica(sessionId, (replica) => replica.agentId) ?? '';
  const agentName = useAgents((state) => agentNameOf(t, state.agents, agentId));
  const place = useMemo(() => ({ sessionId, cwd, agentName }), [sessionId, cwd, agentName]);
  const open = useCallback((file: FilePlace) => openFile({ sessionId, ...file }), [sessionId]);
  useEffect(() => () => dropStretch(sessionId), [sessionId]);
  // Until the snapshot is there nothing is known; a word for these milliseconds would only flash.
  if (items === undefined) return <div className="min-h-0 flex-1" />;
  return (
    <TranscriptPlaceProvider value={place}>
      <FileOpenerProvider value={open}>
        <ImageSessionProvider value={sessionId}>
          <div className="relative flex min-h-0 flex-1 flex-col">
            {/* Outside of the rows: they are other ones wherever a match is far away. */}
            <FindBar sessionId={sessionId} />
            {items.length === 0 ? (
              <Empty agentName={agentName} />
            ) : (
              <RowsView key={`${sessionId}/${stretch?.key ?? 0}`} items={items} isLive={items === live} />
            )}
          </div>
          <Announcer key={sessionId} />
        </ImageSessionProvider>
      </FileOpenerProvider>
    </TranscriptPlaceProvider>
  );
}

function Empty({ agentName }: { agentName: string }) {
  const { t } = useTranslation();
  const find = useKeys('find');
  const keys = [
    { keys: '@', does: t('transcript.emptyFiles') },
    { keys: '/', does: t('transcript.emptyCommands') },
    ...(find === undefined ? [] : [{ keys: find.shown, does: t('transcript.emptyFind') }]),
  ];
  return (
    <div
      role="log"
      aria-live="off"
      aria-label={t('transcript.region')}
      className="transcript-empty flex min-h-0 flex-1 overflow-y-auto"
    >
      <EmptyState icon={MessageSquareText} keys={keys}>
        <p>{t('transcript.empty', { agent: agentName })}</p>
      </EmptyState>
    </div>
  );
}
