import { randomBytes } from 'node:crypto';
import type { UploadPurpose } from '../../../../shared/api/upload-purposes.ts';
import { MAX_IMAGES } from '../../../../shared/constants.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import type { Clock } from '../clock.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../db/index.ts';
import { Refusal } from '../refusal.ts';
import type { Picture, UploadService } from './contracts.ts';
import { remake, STORED_TYPE, type StoredPicture } from './picture.ts';

export interface UploadDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
}

/** Uploads of a member per hour, and all unclaimed ones: two forms with three pictures each, and some corrections. */
const MAX_AN_HOUR = 40;
const MAX_UNCLAIMED = 12;
const UNCLAIMED_RETENTION_MS = 24 * HOUR_MS;
/** Minimum retry time in a refusal. */
const WAIT_SECONDS = 600;

export function createUploads(deps: UploadDeps): UploadService {
  const { db, clock } = deps;
  return {
    claim: (executor, memberId, purpose, ids) => claim(executor, clock.now(), { memberId, purpose, ids }),
    read: findPicture,
    async store(memberId, purpose, bytes) {
      // Checked before the work, and again under the member's lock.
      await refuseTooMany(db, memberId, clock.now());
      const picture = await remake(bytes, purpose);
      const id = await inTransaction(db, (tx) => insertUpload(tx, deps, memberId, purpose, picture));
      return { id, width: picture.width, height: picture.height };
    },
    async drop(executor, memberId, id) {
      await executor.deleteFrom('upload').where('id', '=', id).where('member_id', '=', memberId).execute();
    },
    async sweep() {
      const before = new Date(clock.now().getTime() - UNCLAIMED_RETENTION_MS);
      await db.deleteFrom('upload').where('claimed_at', 'is', null).where('created_at', '<=', before).execute();
    },
  };
}

async function insertUpload(
  tx: Tx,
  { clock, merchant }: UploadDeps,
  memberId: string,
  purpose: UploadPurpose,
  { bytes }: StoredPicture,
): Promise<string> {
  await tx.selectFrom('member').select('id').where('id', '=', memberId).forUpdate().executeTakeFirst();
  await refuseTooMany(tx, memberId, clock.now());
  const id = `u_${randomBytes(16).toString('hex')}`;
  const row = { id, merchant, member_id: memberId, purpose, type: STORED_TYPE, bytes, created_at: clock.now(), claimed_at: null } as const;
  await tx.insertInto('upload').values(row).execute();
  return id;
}

async function refuseTooMany(executor: Executor, memberId: string, now: Date): Promise<void> {
  const recent = await executor
    .selectFrom('upload')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('member_id', '=', memberId)
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  if (Number(recent.count) >= MAX_AN_HOUR) throw new Refusal('too_many_requests', { seconds: WAIT_SECONDS });
  const unclaimed = await executor
    .selectFrom('upload')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min('created_at').as('oldest')])
    .where('member_id', '=', memberId)
    .where('claimed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(unclaimed.count) < MAX_UNCLAIMED) return;
  const removedAt = (unclaimed.oldest ?? now).getTime() + UNCLAIMED_RETENTION_MS;
  throw new Refusal('too_many_requests', { seconds: Math.max(WAIT_SECONDS, Math.ceil((removedAt - now.getTime()) / 1_000)) });
}

async function claim(
  executor: Executor,
  now: Date,
  { memberId, purpose, ids }: { memberId: string; purpose: UploadPurpose; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  if (ids.length > MAX_IMAGES) throw new Refusal('upload_too_many');
  const { numUpdatedRows } = await executor
    .updateTable('upload')
    .set({ claimed_at: now })
    .where('id', 'in', ids)
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('claimed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== BigInt(ids.length)) throw new Refusal('upload_not_found');
}

async function findPicture(executor: Executor, id: string): Promise<Picture | undefined> {
  const row = await executor.selectFrom('upload').select(['member_id', 'purpose', 'type', 'bytes']).where('id', '=', id).executeTakeFirst();
  return row && { memberId: row.member_id, purpose: row.purpose, type: row.type, bytes: Buffer.from(row.bytes) };
}
