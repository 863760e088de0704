import { createContext, useContext } from 'react';

/** What rows need to know of the session that they are in. Does not change while the session is on screen. */
export interface TranscriptPlace {
  sessionId: string;
  /** The session's folder; paths inside it are shown from it on. */
  cwd: string;
  agentName: string;
}

const Place = createContext<TranscriptPlace>({ sessionId: '', cwd: '', agentName: '' });

/** A subagent's messages stand in rows of the same kind, and are no places of the session. */
const Nested = createContext(false);
export const NestedProvider = Nested.Provider;
export const useIsNested = (): boolean => useContext(Nested);

export const TranscriptPlaceProvider = Place.Provider;
export const useTranscriptPlace = (): TranscriptPlace => useContext(Place);
