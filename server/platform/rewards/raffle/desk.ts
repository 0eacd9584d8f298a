import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { raffleSeedHash } from '../../../../shared/rules/raffle-draw.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { raiseContentVersion, readMerchant } from '../../merchant/index.ts';
import { readUnfunded, type Unfunded } from '../fund/index.ts';
import type { RaffleDeps } from './contracts.ts';
import { SEED_SEAL } from './draw.ts';
import { type RaffleRow, type RaffleRule, sumOfPrizes, type WinRow } from './rules.ts';
import type { RaffleTables } from './tables.ts';
import { termsOf } from './terms.ts';

export type RaffleDraft = Omit<RaffleRule, 'currency'>;
type Slice = { readonly offset: number; readonly limit: number };

/** A raffle with its sums over members. */
export interface RaffleSums {
  readonly row: RaffleRow;
  readonly members: number;
  readonly given: number;
  /** Units. */
  readonly paid: bigint;
}

/** What operators see and do; the seed is never shown before the draw. Changes are made in the transaction of the caller, who writes the log. */
export interface RaffleDesk {
  /** The newest first. */
  list(executor: Executor, slice: Slice): Promise<readonly RaffleSums[]>;
  find(executor: Executor, id: string): Promise<RaffleSums | undefined>;
  /** The terms as members read them in the language. */
  terms(executor: Executor, row: RaffleRow, language: string): Promise<readonly string[]>;
  /** In the order of the draw, at most `limit`. */
  wins(executor: Executor, id: string, limit: number): Promise<readonly WinRow[]>;
  /** Makes a draft with a seed of its own, or changes the one with the id; refuses with `raffle_decided` if it is published. */
  save(tx: Tx, id: string | undefined, draft: RaffleDraft): Promise<RaffleRow>;
  /**
   * Sets the prizes aside. Tickets are given from now on at the earliest: the hash of the seed is public before. Refuses with `raffle_closed` if its end is
   * over, and with `raffle_decided` if it is no draft.
   */
  publish(tx: Tx, id: string): Promise<RaffleRow>;
  /** Ends a raffle without a draw while its list is open, else refuses with `raffle_decided`. Its prizes are given back. */
  cancel(tx: Tx, id: string): Promise<RaffleRow>;
  /** Claimed prizes that the account of rewards does not cover. */
  unfunded(executor: Executor): Promise<Unfunded>;
}

export function createRaffleDesk(deps: RaffleDeps): RaffleDesk {
  return {
    list: (executor, { offset, limit }) =>
      readSums(executor, sql`order by r.created_at desc, r.id limit ${limit}::int offset ${offset}::int`),
    find: async (executor, id) => (await readSums(executor, sql`where r.id = ${id}`))[0],
    async terms(executor, row, language) {
      const { timeZone } = (await readMerchant(executor, deps.merchant)).settings;
      return termsOf(row, { translate: deps.translate, language, timeZone });
    },
    wins: (executor, id, limit) =>
      executor.selectFrom('raffle_win').selectAll().where('raffle_id', '=', id).orderBy('place').limit(limit).execute(),
    save: (tx, id, draft) => save(deps, tx, id, draft),
    publish: (tx, id) => publish(deps, tx, id),
    cancel: (tx, id) => cancel(deps, tx, id),
    unfunded: (executor) => readUnfunded(executor, 'raffle_win', 'due'),
  };
}

async function readSums(executor: Executor, which: ReturnType<typeof sql>): Promise<readonly RaffleSums[]> {
  const { rows } = await sql<Selectable<RaffleTables['raffle']> & { members: number; given: number; paid_sum: string }>`
    select r.*,
           (select count(*)::int from raffle_entry where raffle_id = r.id) as members,
           (select coalesce(sum(tickets), 0)::int from raffle_entry where raffle_id = r.id) as given,
           (select coalesce(sum(amount), 0) from raffle_win where raffle_id = r.id and state = 'paid') as paid_sum
      from raffle r ${which}`.execute(executor);
  return rows.map(({ members, given, paid_sum, ...row }) => ({ row, members, given, paid: BigInt(paid_sum) }));
}

async function lock(tx: Tx, id: string): Promise<RaffleRow> {
  const row = await tx.selectFrom('raffle').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('raffle_not_found');
  return row;
}

async function save({ clock, merchant, secrets }: RaffleDeps, tx: Tx, id: string | undefined, { titles, prizes, ...draft }: RaffleDraft) {
  const { currency } = (await readMerchant(tx, merchant)).settings;
  const budget = sumOfPrizes(prizes).toString();
  const values = { ...draft, titles: JSON.stringify(titles), prizes: JSON.stringify(prizes), budget, currency };
  if (id !== undefined) {
    if ((await lock(tx, id)).state !== 'draft') throw new Refusal('raffle_decided');
    return tx.updateTable('raffle').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  }
  const made = {
    id: `r-${randomBytes(6).toString('hex')}`,
    state: 'draft',
    created_at: clock.now(),
    published_at: null,
    ...(await newSeed(secrets)),
  } as const;
  return tx
    .insertInto('raffle')
    .values({ ...values, ...made })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Drawn when the raffle is made: nothing that happens in it can change the seed. */
export async function newSeed(secrets: RaffleDeps['secrets']): Promise<Pick<RaffleRow, 'sealed_seed' | 'seed_hash'>> {
  const seed = randomBytes(32).toString('hex');
  return { sealed_seed: secrets.seal(SEED_SEAL, seed), seed_hash: await raffleSeedHash(seed) };
}

async function publish({ clock, merchant }: RaffleDeps, tx: Tx, id: string): Promise<RaffleRow> {
  const row = await lock(tx, id);
  const now = clock.now();
  if (row.state !== 'draft') throw new Refusal('raffle_decided');
  if (row.ends_at <= now) throw new Refusal('raffle_closed');
  await raiseContentVersion(tx, merchant);
  const startsAt = row.starts_at > now ? row.starts_at : now;
  const change = { state: 'live', published_at: now, starts_at: startsAt, reserved: row.budget } as const;
  return tx.updateTable('raffle').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

async function cancel({ clock, merchant }: RaffleDeps, tx: Tx, id: string): Promise<RaffleRow> {
  if ((await lock(tx, id)).state !== 'live') throw new Refusal('raffle_decided');
  await raiseContentVersion(tx, merchant);
  const change = { state: 'cancelled', cancelled_at: clock.now(), reserved: '0' } as const;
  return tx.updateTable('raffle').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}
