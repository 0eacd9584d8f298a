import { randomBytes } from 'node:crypto';
import { contentPicture } from '../../../../shared/api/publishing/calls.ts';
import { CONTENT_PICTURE_WIDTHS } from '../../../../shared/api/publishing/constants.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { type Focus, remakeInto } from '../../base/uploads/index.ts';
import { raiseContentVersion } from '../../merchant/index.ts';

/** Both sizes of a picture. */
export interface MadePicture {
  readonly wide: Buffer;
  readonly narrow: Buffer;
}

type Size = keyof typeof CONTENT_PICTURE_WIDTHS;
/** Aspect ratio of pictures on banners and promotions; taller ones are cropped. */
const ASPECT = 3;
/** Cached pages may still use the old address. */
const REPLACED_RETENTION_MS = DAY_MS;

/** Refuses invalid pictures; undefined if the picture is too small. */
export async function makePicture(bytes: Buffer, focus: Focus): Promise<MadePicture | undefined> {
  const shapes = Object.values(CONTENT_PICTURE_WIDTHS).map((width) => ({ width, height: Math.ceil(width / ASPECT) }));
  const [wide, narrow] = (await remakeInto(bytes, shapes, focus)) ?? [];
  return wide && narrow && { wide, narrow };
}

/** Sets or removes the picture of an item. Returns the new id; null without a picture. */
export async function savePicture(
  tx: Tx,
  { merchant, itemId, now }: { readonly merchant: string; readonly itemId: string; readonly now: Date },
  made: MadePicture | undefined,
): Promise<string | null> {
  await tx
    .updateTable('content_picture')
    .set({ replaced_at: now })
    .where('item_id', '=', itemId)
    .where('replaced_at', 'is', null)
    .execute();
  const id = made ? `p_${randomBytes(16).toString('hex')}` : null;
  if (made && id) {
    await tx
      .insertInto('content_picture')
      .values({ id, merchant, item_id: itemId, ...made, created_at: now, replaced_at: null })
      .execute();
  }
  const image = id === null ? '' : addressOf(id);
  await tx.updateTable('content_item').set({ image, edited: true }).where('merchant', '=', merchant).where('id', '=', itemId).execute();
  await raiseContentVersion(tx, merchant);
  return id;
}

/** Undefined if there is no such picture. */
export async function readPicture(executor: Executor, id: string, size: Size): Promise<Buffer | undefined> {
  const row = await executor.selectFrom('content_picture').select(size).where('id', '=', id).executeTakeFirst();
  return row && Buffer.from(row[size as never] as Buffer);
}

/** Address of the half-width version; undefined for artwork, which is drawn at any size. */
export function smallAddressOf(image: string): string | undefined {
  return image.startsWith(`${contentPicture.path}?`) ? `${image}&size=narrow` : undefined;
}

/** Picture id in an item's image address; undefined for artwork and external pictures. */
export function pictureIdOf(image: string): string | undefined {
  return smallAddressOf(image) && (new URL(image, 'http://own').searchParams.get('id') ?? undefined);
}

/** Removes pictures that were replaced more than a day ago. */
export async function sweepPictures(executor: Executor, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REPLACED_RETENTION_MS);
  await executor.deleteFrom('content_picture').where('replaced_at', '<=', before).execute();
}

function addressOf(id: string): string {
  return `${contentPicture.path}?id=${id}`;
}
