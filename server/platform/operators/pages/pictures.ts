import type { Database } from '../../base/db/index.ts';
import type { Uploads } from '../../base/uploads/index.ts';

/** A picture of a member, if it is attached to the displayed record. */
export type Pictures = (attachedIds: readonly string[], id: string | undefined) => Promise<{ type: string; bytes: Buffer } | undefined>;

export function picturesOf(db: Database, uploads: Pick<Uploads, 'read'>): Pictures {
  return async (attachedIds, id) => {
    const picture = id !== undefined && attachedIds.includes(id) ? await uploads.read(db, id) : undefined;
    return picture && { type: picture.type, bytes: picture.bytes };
  };
}
