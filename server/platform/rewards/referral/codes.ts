import { randomInt } from 'node:crypto';
import type { Database, Executor } from '../../base/db/index.ts';

/** Without characters that are confused when read aloud. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** The code of a member, made with the first look at it. It never changes. */
export async function codeOf(db: Database, memberId: string, now: Date): Promise<string> {
  for (;;) {
    const known = await db.selectFrom('referral_code').select('code').where('member_id', '=', memberId).executeTakeFirst();
    if (known) return known.code;
    // Of two requests, or of two equal codes, one is stored.
    await db
      .insertInto('referral_code')
      .values({ member_id: memberId, code: newCode(), created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

function newCode(): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}

/** The member of a code, ignoring case; undefined if it is unknown or the member is blocked. */
export async function ownerOf(executor: Executor, code: string): Promise<{ readonly id: string; readonly code: string } | undefined> {
  return executor
    .selectFrom('referral_code')
    .innerJoin('member', 'member.id', 'referral_code.member_id')
    .select(['member.id', 'referral_code.code'])
    .where('referral_code.code', '=', code.normalize('NFKC').trim().toUpperCase())
    .where('member.status', '=', 'active')
    .executeTakeFirst();
}
