import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { raiseContentVersion, readMerchant } from '../../merchant/index.ts';
import { readUnfunded, type Unfunded } from '../fund/index.ts';
import type { PromotionDeps } from './contracts.ts';
import { endEntry } from './count.ts';
import { COMMENT_SEAL } from './enter.ts';
import { pay } from './pay.ts';
import { type PromotionPreview, previewCost } from './preview.ts';
import type { EntryRow, PromotionRow, PromotionRule } from './rules.ts';
import type { PromotionTables } from './tables.ts';
import { rewardText, termsOf, titleOf } from './terms.ts';

export type PromotionDraft = Omit<PromotionRule, 'id' | 'currency'>;
type Slice = { readonly offset: number; readonly limit: number };

/** A promotion with the number of its members by state. */
export interface PromotionSums {
  readonly row: PromotionRow;
  readonly joined: number;
  readonly applying: number;
  /** Units, millionths of points, or tickets. */
  readonly paid: bigint;
}

export interface ApplicationDetails {
  readonly entry: EntryRow;
  readonly promotion: PromotionRow;
  readonly comment: string;
}

export interface Decision {
  readonly operator: string;
  readonly reason: string;
}

/** What operators see and do. Changes are made in the transaction of the caller, who writes the log. */
export interface PromotionDesk {
  /** The newest first. */
  list(executor: Executor, slice: Slice): Promise<readonly PromotionSums[]>;
  find(executor: Executor, id: string): Promise<PromotionSums | undefined>;
  /** The terms as members read them in the language. */
  terms(executor: Executor, row: PromotionRow, language: string): Promise<readonly string[]>;
  preview(executor: Executor, row: PromotionRow): Promise<PromotionPreview>;
  /**
   * Makes a draft, or changes the one with the id; refuses with `promotion_decided` if it is published, and with the codes of free rounds for a
   * stake that their game does not take.
   */
  save(tx: Tx, id: string | undefined, draft: PromotionDraft): Promise<PromotionRow>;
  /** Refuses with `promotion_closed` if it has ended before, `raffle_closed` if its raffle has, and `promotion_decided` if it is no draft. */
  publish(tx: Tx, id: string): Promise<PromotionRow>;
  /** No member joins any more; members in it keep what they can earn. */
  stop(tx: Tx, id: string): Promise<PromotionRow>;
  /** Waiting ones first, then the newest decisions. */
  applications(executor: Executor, slice: Slice): Promise<readonly (EntryRow & Pick<PromotionRow, 'titles'>)[]>;
  application(executor: Executor, id: string): Promise<ApplicationDetails | undefined>;
  waiting(executor: Executor): Promise<number>;
  /** Pays the gift, or as soon as the account of rewards covers it. The member gets a message. */
  approve(tx: Tx, afterCommit: AfterCommit, id: string, decision: Decision): Promise<EntryRow>;
  /** Gives back what was set aside. The member reads the reason. */
  reject(tx: Tx, afterCommit: AfterCommit, id: string, decision: Decision): Promise<EntryRow>;
  /** Claimed or approved amounts that the account of rewards does not cover. */
  unfunded(executor: Executor): Promise<Unfunded>;
}

const ENTRY = /^\d{1,18}$/;

export function createPromotionDesk(deps: PromotionDeps): PromotionDesk {
  const { clock } = deps;
  return {
    list: (executor, { offset, limit }) =>
      readSums(executor, sql`order by p.created_at desc, p.id limit ${limit}::int offset ${offset}::int`),
    find: async (executor, id) => (await readSums(executor, sql`where p.id = ${id}`))[0],
    async terms(executor, row, language) {
      const { timeZone } = (await readMerchant(executor, deps.merchant)).settings;
      return termsOf(row, { translate: deps.translate, language, timeZone });
    },
    preview: (executor, row) => previewCost(deps, executor, row, clock.now()),
    save: (tx, id, draft) => save(deps, tx, id, draft),
    publish: (tx, id) => publish(deps, tx, id),
    stop: (tx, id) => stop(deps, tx, id),
    async applications(executor, { offset, limit }) {
      const { rows } = await sql<EntryRow & Pick<PromotionRow, 'titles'>>`
        select e.*, p.titles from promotion_entry e join promotion p on p.id = e.promotion_id and p.block = 'cash'
         order by e.state = 'applying' desc, case when e.state = 'applying' then e.joined_at end, e.decided_at desc nulls last, e.id
         limit ${limit}::int offset ${offset}::int`.execute(executor);
      return rows;
    },
    application: (executor, id) => findApplication(deps, executor, id),
    async waiting(executor) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from promotion_entry where state = 'applying'`.execute(executor);
      return rows[0]?.n ?? 0;
    },
    approve: (tx, afterCommit, id, decision) => approve(deps, tx, afterCommit, id, decision),
    reject: (tx, afterCommit, id, decision) => reject(deps, tx, afterCommit, id, decision),
    unfunded: (executor) => readUnfunded(executor, 'promotion_entry', 'due'),
  };
}

async function readSums(executor: Executor, which: ReturnType<typeof sql>): Promise<readonly PromotionSums[]> {
  const { rows } = await sql<Selectable<PromotionTables['promotion']> & { joined: number; applying: number; paid_sum: string }>`
    select p.*,
           (select count(*)::int from promotion_entry where promotion_id = p.id) as joined,
           (select count(*)::int from promotion_entry where promotion_id = p.id and state = 'applying') as applying,
           (select coalesce(sum(amount + points + tickets), 0) from promotion_entry where promotion_id = p.id and state = 'paid') as paid_sum
      from promotion p ${which}`.execute(executor);
  return rows.map(({ joined, applying, paid_sum, ...row }) => ({ row, joined, applying, paid: BigInt(paid_sum) }));
}

async function lock(tx: Tx, id: string): Promise<PromotionRow> {
  const row = await tx.selectFrom('promotion').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('promotion_not_found');
  return row;
}

async function save(deps: PromotionDeps, tx: Tx, id: string | undefined, { titles, gives, ...draft }: PromotionDraft) {
  const { clock, merchant } = deps;
  if (gives?.kind === 'rounds') await deps.requireFreeRoundStake(tx, [gives.gameId], BigInt(gives.stake));
  const { currency } = (await readMerchant(tx, merchant)).settings;
  const values = { ...draft, titles: JSON.stringify(titles), gives: gives && JSON.stringify(gives), currency };
  if (id === undefined) {
    const made = {
      id: `p-${randomBytes(6).toString('hex')}`,
      state: 'draft',
      created_at: clock.now(),
      published_at: null,
      stopped_at: null,
    } as const;
    return tx
      .insertInto('promotion')
      .values({ ...values, ...made })
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  if ((await lock(tx, id)).state !== 'draft') throw new Refusal('promotion_decided');
  return tx.updateTable('promotion').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

async function publish(deps: PromotionDeps, tx: Tx, id: string): Promise<PromotionRow> {
  const { clock, merchant } = deps;
  const row = await lock(tx, id);
  const now = clock.now();
  if (row.state !== 'draft') throw new Refusal('promotion_decided');
  if (row.ends_at <= now) throw new Refusal('promotion_closed');
  if (row.gives?.kind === 'tickets' && !(await mayGiveTickets(tx, row.gives.raffleId))) throw new Refusal('raffle_closed');
  if (row.gives?.kind === 'rounds') await deps.requireFreeRoundStake(tx, [row.gives.gameId], BigInt(row.gives.stake));
  await raiseContentVersion(tx, merchant);
  const change = { state: 'live', published_at: now } as const;
  return tx.updateTable('promotion').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** It may start later than the promotion is published; the operator's form compares their times. */
async function mayGiveTickets(tx: Tx, raffleId: string): Promise<boolean> {
  return (await tx.selectFrom('raffle').select('state').where('id', '=', raffleId).executeTakeFirst())?.state === 'live';
}

async function stop({ clock, merchant }: PromotionDeps, tx: Tx, id: string): Promise<PromotionRow> {
  if ((await lock(tx, id)).state !== 'live') throw new Refusal('promotion_decided');
  await raiseContentVersion(tx, merchant);
  const change = { state: 'stopped', stopped_at: clock.now() } as const;
  return tx.updateTable('promotion').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

async function findApplication({ secrets }: PromotionDeps, executor: Executor, id: string): Promise<ApplicationDetails | undefined> {
  if (!ENTRY.test(id)) return undefined;
  const entry = await executor.selectFrom('promotion_entry').selectAll().where('id', '=', id).executeTakeFirst();
  const promotion =
    entry && (await executor.selectFrom('promotion').selectAll().where('id', '=', entry.promotion_id).executeTakeFirstOrThrow());
  if (!entry || promotion?.block !== 'cash') return undefined;
  return { entry, promotion, comment: entry.sealed_comment === null ? '' : secrets.open(COMMENT_SEAL, entry.sealed_comment) };
}

/** The wallet before the entry, as a payment locks them. */
async function lockApplication(
  { wallet }: PromotionDeps,
  tx: Tx,
  id: string,
): Promise<{ entry: EntryRow } & Pick<PromotionRow, 'titles' | 'gives'>> {
  const known = ENTRY.test(id)
    ? await tx.selectFrom('promotion_entry').select('member_id').where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!known) throw new Refusal('promotion_not_found');
  await wallet.lockWallets(tx, [known.member_id]);
  const entry = await tx.selectFrom('promotion_entry').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  if (entry.state !== 'applying') throw new Refusal('promotion_decided');
  const { titles, gives } = await tx
    .selectFrom('promotion')
    .select(['titles', 'gives'])
    .where('id', '=', entry.promotion_id)
    .executeTakeFirstOrThrow();
  return { entry, titles, gives };
}

async function approve(
  deps: PromotionDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  id: string,
  { operator, reason }: Decision,
): Promise<EntryRow> {
  const { entry, ...promotion } = await lockApplication(deps, tx, id);
  const due = await tx
    .updateTable('promotion_entry')
    .set({ state: 'due', operator, reason, decided_at: deps.clock.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // A gift of a member on a break is paid by the job after it.
  if (await deps.protection.mayBeAdvertised(tx, entry.member_id)) await pay(deps, tx, afterCommit, due);
  await notify(deps, tx, afterCommit, entry, { ...promotion, template: 'promotion_approved' });
  return tx.selectFrom('promotion_entry').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function reject(
  deps: PromotionDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  id: string,
  { operator, reason }: Decision,
): Promise<EntryRow> {
  const { entry, ...promotion } = await lockApplication(deps, tx, id);
  await tx.updateTable('promotion_entry').set({ operator, reason, decided_at: deps.clock.now() }).where('id', '=', id).execute();
  await endEntry(deps, tx, afterCommit, entry, 'rejected');
  await notify(deps, tx, afterCommit, entry, { ...promotion, template: 'promotion_rejected', reason });
  return tx.selectFrom('promotion_entry').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

interface Notice extends Pick<PromotionRow, 'titles' | 'gives'> {
  readonly template: 'promotion_approved' | 'promotion_rejected';
  readonly reason?: string;
}

async function notify(
  deps: PromotionDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  entry: EntryRow,
  { titles, gives, template, reason = '' }: Notice,
) {
  const member = await tx.selectFrom('member').select('language').where('id', '=', entry.member_id).executeTakeFirst();
  const language = member?.language ?? (await readMerchant(tx, deps.merchant)).settings.defaultLanguage;
  const params = { title: titleOf(titles, language), amount: rewardText({ ...entry, gives }, deps.translate, language), reason };
  const href = `/promoDetail?id=${entry.promotion_id}`;
  await deps.inbox.post(tx, { memberId: entry.member_id, template, params, href }, afterCommit);
  await deps.centre.publish(tx, afterCommit, entry.member_id);
}
