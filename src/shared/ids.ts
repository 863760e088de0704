import { z } from 'zod';

/**
 * Ids that Signalbox makes (never the agent's own ids, which are `acpSessionId`, `toolCallId`, …).
 * Plain strings on the wire; the names say which one a function wants.
 */
const id = () => z.string().min(1).max(128);

export const ProjectId = id();
export type ProjectId = z.infer<typeof ProjectId>;
export const SessionId = id();
export type SessionId = z.infer<typeof SessionId>;
export const TurnId = id();
export type TurnId = z.infer<typeof TurnId>;
export const RequestId = id();
export type RequestId = z.infer<typeof RequestId>;
/** A message that waits in a session's queue. */
export const QueuedId = id();
export type QueuedId = z.infer<typeof QueuedId>;
export const AgentId = id();
export type AgentId = z.infer<typeof AgentId>;
export const ConnectionId = id();
export type ConnectionId = z.infer<typeof ConnectionId>;
export const BlobId = id();
export type BlobId = z.infer<typeof BlobId>;
/** A terminal that a person types into; the agent's own terminals have ids of theirs. */
export const PtyId = id();
export type PtyId = z.infer<typeof PtyId>;
