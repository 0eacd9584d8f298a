import { randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { browserOf, newBrowser } from '../../protection/links/index.ts';

const RETENTION_MS = 365 * DAY_MS;

export interface Device {
  readonly id: string;
  readonly browser: string;
}

/** The member's device with this token. Does the same work for an unknown member. */
export function findDevice(executor: Executor, memberId: string, deviceToken: string | null): Promise<Device | undefined> {
  return executor
    .selectFrom('member_device')
    .select(['id', 'browser'])
    .where('token_hash', '=', hashOfToken(deviceToken ?? ''))
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

export async function touchDevice(tx: Tx, { id }: Device, { userAgent }: Caller, now: Date): Promise<void> {
  await tx.updateTable('member_device').set({ seen_at: now, user_agent: userAgent }).where('id', '=', id).execute();
}

/** The token is returned once; the database stores its hash. */
export async function addDevice(
  tx: Tx,
  memberId: string,
  { userAgent, deviceToken }: Caller,
  now: Date,
): Promise<Device & { readonly token: string }> {
  const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')];
  const browser = (await browserOf(tx, deviceToken)) ?? newBrowser();
  await tx
    .insertInto('member_device')
    .values({ id, member_id: memberId, token_hash: hashOfToken(token), browser, user_agent: userAgent, created_at: now, seen_at: now })
    .execute();
  return { id, browser, token };
}

/** Removes browsers that have not been used for a year. */
export async function sweepDevices(executor: Executor, now: Date): Promise<void> {
  await executor
    .deleteFrom('member_device')
    .where('seen_at', '<=', new Date(now.getTime() - RETENTION_MS))
    .execute();
}
