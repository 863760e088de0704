import { z } from 'zod';

/**
 * What stands beside the text of a message that is not sent yet. Pictures are kept by the engine under ids, files and
 * folders are only named. What it becomes on the wire is made when it is sent (renderer: `promptContent`, engine: `fitPrompt`).
 */

/** The kinds of pictures that agents take: what their models do. */
export const ImageType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
export type ImageType = z.infer<typeof ImageType>;

/** Larger ones are refused by models (5 MB as base64; 2000 px is what is still taken beside many others). */
export const MAX_IMAGE_BYTES = 3_932_160;
export const MAX_IMAGE_SIDE = 2000;
/** Of all pictures of one message: a request over about 30 MB is refused. */
export const MAX_IMAGES_BYTES = 20_971_520;
export const MAX_ATTACHMENTS = 50;

export const Attachment = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('image'),
    imageId: z.string().min(1).max(128),
    name: z.string().max(255),
    mimeType: ImageType,
    bytes: z.number().int(),
  }),
  z.object({
    kind: z.literal('path'),
    /** Absolute. */
    path: z.string().min(1).max(4096),
    uri: z.string().max(16_384),
    /** From the project's folder on where it lies inside, else its last part. */
    name: z.string().max(4096),
    isFolder: z.boolean(),
  }),
]);
export type Attachment = z.infer<typeof Attachment>;
export type ImageAttachment = Extract<Attachment, { kind: 'image' }>;
export type PathAttachment = Extract<Attachment, { kind: 'path' }>;

export const Draft = z.object({
  text: z.string().max(2_000_000),
  attachments: z.array(Attachment).max(MAX_ATTACHMENTS).readonly(),
});
export type Draft = z.infer<typeof Draft>;

export const EMPTY_DRAFT: Draft = { text: '', attachments: [] };

/** What one was looking at in a transcript: the item at the upper edge, and how many pixels of it are above that edge. */
export const ReadingPlace = z.object({ ordinal: z.number().int(), offset: z.number() });
export type ReadingPlace = z.infer<typeof ReadingPlace>;

const MAGIC: readonly { mimeType: ImageType; at: number; bytes: readonly number[] }[] = [
  { mimeType: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mimeType: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { mimeType: 'image/gif', at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { mimeType: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
];

/** What the bytes begin as, whatever their name says. Null: no picture of a kind that is taken. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const found = MAGIC.find(({ at, bytes: magic }) => magic.every((byte, index) => bytes[at + index] === byte));
  return found?.mimeType ?? null;
}
