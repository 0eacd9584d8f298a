import { randomBytes } from 'node:crypto';
import { CONTENT_PICTURE_WIDTHS, contentPicture } from '../../../shared/api/content-calls.ts';
import type { Executor, Tx } from '../db/database.ts';
import { type Focus, remakeInto } from '../uploads/index.ts';
import { raiseContentVersion } from './settings.ts';

/** Both sizes of a picture, ready to be kept. */
export interface MadePicture {
  readonly wide: Buffer;
  readonly narrow: Buffer;
}

type Size = keyof typeof CONTENT_PICTURE_WIDTHS;
/** Of pictures on banners and promotions; what is not as wide as three times its height is cut. */
const ASPECT = 3;
/** Pages and browsers that have the old address may still ask for it. */
const KEPT_REPLACED_MS = 24 * 3_600_000;

/** Refuses what is no picture; undefined when it is too small to be shown sharp. */
export async function makePicture(bytes: Buffer, focus: Focus): Promise<MadePicture | undefined> {
  const shapes = Object.values(CONTENT_PICTURE_WIDTHS).map((width) => ({ width, height: Math.ceil(width / ASPECT) }));
  const [wide, narrow] = (await remakeInto(bytes, shapes, focus)) ?? [];
  return wide && narrow && { wide, narrow };
}

/** Puts a picture on an item, or takes away what it has. Answers with the new id; null without one. */
export async function putPicture(
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

/** Undefined when there is none of this id. */
export async function readPicture(executor: Executor, id: string, size: Size): Promise<Buffer | undefined> {
  const row = await executor.selectFrom('content_picture').select(size).where('id', '=', id).executeTakeFirst();
  return row && Buffer.from(row[size as never] as Buffer);
}

/** Address of the same picture half as wide; undefined for artwork, which is drawn at any size. */
export function smallAddressOf(image: string): string | undefined {
  return image.startsWith(`${contentPicture.path}?`) ? `${image}&size=narrow` : undefined;
}

/** The id in an item's address of its picture; undefined for artwork and pictures from elsewhere. */
export function pictureIdOf(image: string): string | undefined {
  return smallAddressOf(image) && (new URL(image, 'http://own').searchParams.get('id') ?? undefined);
}

/** Removes what has not been shown for a day. */
export async function sweepPictures(executor: Executor, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_REPLACED_MS);
  await executor.deleteFrom('content_picture').where('replaced_at', '<=', before).execute();
}

function addressOf(id: string): string {
  return `${contentPicture.path}?id=${id}`;
}
