import type { AgentId } from '@shared/ids';
import type { SignInProgress, SignInsFrame, SignInsSnapshot } from '@shared/ipc/signIn';
import { create } from 'zustand';

/** Sign-ins that are under way, by agent. */
export const useSignIns = create<Readonly<Record<AgentId, SignInProgress>>>()(() => ({}));

export function setSignInsSnapshot({ signIns }: SignInsSnapshot): void {
  useSignIns.setState(Object.fromEntries(signIns.map(({ agentId, progress }) => [agentId, progress])), true);
}

export function applySignInsFrames(frames: readonly SignInsFrame[]): void {
  const next = { ...useSignIns.getState() };
  for (const { agentId, progress } of frames) {
    if (progress === null) delete next[agentId];
    else next[agentId] = progress;
  }
  useSignIns.setState(next, true);
}
