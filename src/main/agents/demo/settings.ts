import { z } from 'zod';

/** What the supervisor hands to the demo worker. */
export const DemoSettings = z.object({
  /** Folder that belongs to the demo alone: its stored sessions, its scratch project, its scratch folders. */
  home: z.string().min(1),
  /** The language that the demo speaks. */
  locale: z.enum(['en', 'zh-CN']),
  /** 1 is the speed of a real model, 2 twice that, 0 without any pause (tests). */
  speed: z.number().min(0),
});
export type DemoSettings = z.infer<typeof DemoSettings>;
