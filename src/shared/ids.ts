import { z } from 'zod';

/**
 * Ids that Signalbox makes (never the agent's own ids, which are `acpSessionId`, `toolCallId`, …).
 * Plain strings on the wire; the names say which one a function wants.
 */
export const Id = z.string().min(1).max(128);

export const ProjectId = Id;
export type ProjectId = z.infer<typeof ProjectId>;
export const SessionId = Id;
export type SessionId = z.infer<typeof SessionId>;
export const TurnId = Id;
export type TurnId = z.infer<typeof TurnId>;
export const RequestId = Id;
export type RequestId = z.infer<typeof RequestId>;
export const AgentId = Id;
export type AgentId = z.infer<typeof AgentId>;
export const ConnectionId = Id;
export type ConnectionId = z.infer<typeof ConnectionId>;
export const BlobId = Id;
export type BlobId = z.infer<typeof BlobId>;
