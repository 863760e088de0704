import { z } from 'zod';
import { InstallKind, RegistryId } from '@shared/registry';

/** How an installed agent is started. */
export interface Launch {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** The file in an installed version's folder. It is written last, so a folder without it was never finished. */
export const InstallRecord = z.object({
  entryId: RegistryId,
  agentId: z.string().min(1),
  version: z.string().min(1),
  kind: InstallKind,
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
});
export type InstallRecord = z.infer<typeof InstallRecord>;
