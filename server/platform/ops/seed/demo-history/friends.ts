import { MEMBER_TYPE } from '../../../../../shared/constants.ts';
import { UNITS_PER_WHOLE } from '../../../../../shared/money/money.ts';
import { DAY_MS, MINUTE_MS } from '../../../../../shared/time.ts';
import { type Database, inTransaction, type Tx } from '../../../base/db/index.ts';
import type { Accounts } from '../../../identity/accounts/index.ts';
import { DEMO_PASSWORD } from '../../../operators/index.ts';
import { DEMO_PLAYER } from '../demo-player.ts';
import type { DemoEvent } from './plan.ts';
import type { Timeline } from './timeline.ts';

/** Counts what friends do, and claims the rewards of members. */
export interface ReferralRuns {
  run(): Promise<void>;
  claimAll(memberId: string): Promise<void>;
  codeOf(memberId: string): Promise<string>;
  note(tx: Tx, memberId: string, code: string): Promise<void>;
}

export interface FriendDeps {
  readonly db: Database;
  readonly merchant: string;
  readonly accounts: Pick<Accounts, 'addMember'>;
  readonly passwords: { hash(password: string): Promise<string> };
  readonly referrals: ReferralRuns;
}

/** Accounts of the team, which play, with the account that has invited them. The one who invites others is invited first. */
const PLAYING = [
  ['seafern', DEMO_PLAYER.account],
  ['kelpie', DEMO_PLAYER.account],
  ['gullwing', DEMO_PLAYER.account],
  ['cockle6', 'kelpie'],
] as const;
/** Seems to share a device with the player, so that operators have something to decide. */
const LINKED = 'gullwing';
/** Accounts without an agent: one has only registered, the other deposits just before the first start. */
const REGISTERED = 'otter31';
const DEPOSITED = 'whelk5';
const NEW_DAYS = 4;
const DEPOSIT = 60n * UNITS_PER_WHOLE;

/** Friends of the demo's player in each stage, before anything is played. */
export async function inviteFriends(deps: FriendDeps, timeline: Timeline, currency: string): Promise<void> {
  const { db, accounts, passwords, referrals } = deps;
  const player = await findAccount(deps, DEMO_PLAYER.account);
  if (!player) return;
  for (const [account, by] of PLAYING) {
    const [friend, referrer] = [await findAccount(deps, account), await findAccount(deps, by)];
    if (!friend || !referrer) continue;
    timeline.to(friend.created_at);
    const code = await referrals.codeOf(referrer.id);
    await inTransaction(db, (tx) => referrals.note(tx, friend.id, code));
    if (account === LINKED) await link(db, [player.id, friend.id], friend.created_at);
  }
  timeline.to(new Date(timeline.now.getTime() - NEW_DAYS * DAY_MS));
  const made = { type: MEMBER_TYPE.member, ownPassword: true, currency, passwordHash: await passwords.hash(DEMO_PASSWORD) };
  const referralCode = await referrals.codeOf(player.id);
  for (const account of [REGISTERED, DEPOSITED])
    await inTransaction(db, (tx) => accounts.addMember(tx, { ...made, account, referralCode }));
}

function findAccount({ db, merchant }: FriendDeps, account: string) {
  const members = db.selectFrom('member').select(['id', 'created_at']).where('merchant', '=', merchant);
  return members.where('account', '=', account).executeTakeFirst();
}

async function link(db: Database, memberIds: readonly string[], at: Date): Promise<void> {
  await db
    .insertInto('member_trait')
    .values(memberIds.map((member_id) => ({ member_id, kind: 'browser' as const, key: 'demo-shared', seen_at: at })))
    .execute();
}

/** The last deposit before the first start: a reward of the player that can be claimed. */
export async function friendDeposit(deps: FriendDeps, now: Date): Promise<readonly DemoEvent[]> {
  const friend = await findAccount(deps, DEPOSITED);
  const at = new Date(now.getTime() - MINUTE_MS);
  return friend ? [{ kind: 'deposit', memberId: friend.id, id: `${DEPOSITED}-first`, at, units: DEPOSIT }] : [];
}
