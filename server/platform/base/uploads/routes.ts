import { uploadAvatar, uploadGet, uploadImage } from '../../../../shared/api/uploads/contract.ts';
import type { Database } from '../db/index.ts';
import { type BoundCall, bind } from '../http/index.ts';
import { Refusal } from '../refusal.ts';
import type { UploadService } from './contracts.ts';

export interface UploadRouteDeps {
  readonly db: Database;
  readonly uploads: UploadService;
}

/** An avatar's id always means the same picture, but the member can remove it. */
const AVATAR_SECONDS = 3_600;

export function uploadRoutes({ db, uploads }: UploadRouteDeps): readonly BoundCall[] {
  return [
    bind(uploadImage, ({ actor }, { query, bytes }) => uploads.store(actor.memberId, query.purpose, bytes)),
    bind(uploadGet, async ({ actor }, { query }) => {
      const picture = await uploads.read(db, query.id);
      // Another member's upload is treated as missing.
      if (picture?.memberId !== actor.memberId) throw new Refusal('upload_not_found');
      return { ...picture, publicSeconds: 0 };
    }),
    bind(uploadAvatar, async (_caller, { query }) => {
      const picture = await uploads.read(db, query.id);
      if (picture?.purpose !== 'avatar') throw new Refusal('upload_not_found');
      return { ...picture, publicSeconds: AVATAR_SECONDS };
    }),
  ];
}
