import type { UploadPurpose } from '../../../../shared/api/upload-purposes.ts';
import { Refusal } from '../refusal.ts';
import { createWorkQueue } from '../work-queue.ts';

/** Storage format of all pictures. */
export const STORED_TYPE = 'image/webp';
/** A camera's picture. Larger ones would use too much memory: decoding needs four bytes per pixel. */
const MAX_PIXELS = 24_000_000;
/** Enough to read a receipt. Avatars are shown at 96 px at most, on screens with double density. */
const LONGEST_SIDE = 2_048;
const AVATAR_SIDE = 256;
const SECONDS = 10;
const QUALITY = { quality: 82, effort: 3 } as const;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** One at a time: decoding a picture of the maximum size takes some hundred megabytes. */
const runQueued = createWorkQueue({ running: 1, waiting: 12 });

export interface StoredPicture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes a PNG or JPEG and encodes only its pixels: location, texts and embedded files are dropped. Avatars are cropped to a square,
 * others scaled to at most 2,048 pixels per side. Refuses with `upload_not_image` for other or damaged content, and with `upload_too_large`
 * above 24 megapixels.
 */
export function remake(bytes: Buffer, purpose: UploadPurpose): Promise<StoredPicture> {
  requirePicture(bytes);
  return runQueued(async () => {
    // Imported with the first picture, to keep the start short.
    const { default: sharp } = await import('sharp');
    await requireUsable(sharp, bytes);
    const decoder = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true });
    const size = purpose === 'avatar' ? square() : within();
    const { data, info } = await decoder
      .autoOrient()
      .resize(size)
      .timeout({ seconds: SECONDS })
      .webp(QUALITY)
      .toBuffer({ resolveWithObject: true })
      .catch(notImage);
    return { bytes: data, width: info.width, height: info.height };
  });
}

/** The part to keep when a picture is cropped. */
export const FOCUSES = ['centre', 'top', 'bottom', 'left', 'right'] as const;
export type Focus = (typeof FOCUSES)[number];

export interface Shape {
  readonly width: number;
  readonly height: number;
}

/**
 * The same for fixed shapes: cropped to each of them around the focus. Refuses as `remake` does; undefined if the picture would have to be
 * enlarged.
 */
export function remakeInto(bytes: Buffer, shapes: readonly Shape[], focus: Focus): Promise<readonly Buffer[] | undefined> {
  requirePicture(bytes);
  return runQueued(async () => {
    const { default: sharp } = await import('sharp');
    const found = await requireUsable(sharp, bytes);
    const least = { width: Math.max(...shapes.map(({ width }) => width)), height: Math.max(...shapes.map(({ height }) => height)) };
    if (found.width < least.width || found.height < least.height) return undefined;
    const made: Buffer[] = [];
    for (const shape of shapes) {
      const decoder = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS });
      const cropped = decoder.autoOrient().resize({ ...shape, fit: 'cover', position: focus });
      made.push(await cropped.timeout({ seconds: SECONDS }).webp(QUALITY).toBuffer().catch(notImage));
    }
    return made;
  });
}

function requirePicture(bytes: Buffer): void {
  if (!startsWith(bytes, PNG) && !startsWith(bytes, JPEG)) throw new Refusal('upload_not_image');
}

/** Reads the header before decoding: the size after orientation. */
async function requireUsable(sharp: typeof import('sharp').default, bytes: Buffer): Promise<Shape> {
  const { format, width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(notImage);
  if (format !== 'png' && format !== 'jpeg') throw new Refusal('upload_not_image');
  if (width * height > MAX_PIXELS) throw new Refusal('upload_too_large');
  return { width: autoOrient.width, height: autoOrient.height };
}

function square() {
  return { width: AVATAR_SIDE, height: AVATAR_SIDE, fit: 'cover' } as const;
}

function within() {
  return { width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true } as const;
}

function startsWith(bytes: Buffer, head: Buffer): boolean {
  return bytes.subarray(0, head.length).equals(head);
}

function notImage(): never {
  throw new Refusal('upload_not_image');
}
