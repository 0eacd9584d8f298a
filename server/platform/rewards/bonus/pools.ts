import { sql } from 'kysely';
import type { GameCategory } from '../../../../shared/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import { divideStake, divideWin, type Pools } from '../../../../shared/rules/bonus.ts';
import type { Clock } from '../../base/clock.ts';
import type { Tx } from '../../base/db/index.ts';
import { BONUS, BONUS_HELD, HOUSE, type Leg, type MemberAccount, WALLET, type Wallet } from '../../ledger/index.ts';
import type { PoolCredit, PoolDraw, PoolReversal, PoolStake, StakePools } from '../../play/vendors/index.ts';
import { REWARDS } from '../fund/index.ts';
import type { BonusRow } from './contracts.ts';

export interface PoolDeps {
  readonly clock: Clock;
  readonly wallet: Pick<Wallet, 'accounts'>;
}

/**
 * Divides stakes and wins of members with a bonus. All callers have locked the wallet, and each change of a bonus locks it, so none of them
 * changes meanwhile.
 */
export function createPools(deps: PoolDeps): StakePools {
  return {
    draw: (tx, stake) => draw(deps, tx, stake),
    keep: (tx, stake, legs) => keep(tx, stake, legs),
    credit: (tx, credit) => creditOf(tx, credit),
    reverse: (tx, reversal) => reversalOf(deps, tx, reversal),
    highestStake: (tx, memberId, category) => highestStake(deps, tx, memberId, category),
  };
}

export function findRunning(tx: Tx, memberId: string): Promise<BonusRow | undefined> {
  return tx.selectFrom('bonus').selectAll().where('member_id', '=', memberId).where('state', '=', 'running').executeTakeFirst();
}

export function poolsOf(accounts: readonly MemberAccount[]): Pools {
  const of = (kind: string) => accounts.find((account) => account.kind === kind)?.units ?? 0n;
  return { real: of(WALLET), held: of(BONUS_HELD), bonus: of(BONUS) };
}

async function draw({ clock, wallet }: PoolDeps, tx: Tx, { memberId, category, units }: PoolStake): Promise<PoolDraw> {
  const row = await findRunning(tx, memberId);
  // Expired, and not ended by the job yet.
  if (!row?.expires_at || row.expires_at <= clock.now()) return { outcome: 'wallet' };
  if ((row.weights[category] ?? 0) === 0) return { outcome: 'wallet' };
  if (row.max_bet !== null && units > BigInt(row.max_bet)) return { outcome: 'refused' };
  const parts = divideStake(units, poolsOf(await wallet.accounts(tx, memberId)));
  return parts ? { outcome: 'drawn', legs: legsOf(memberId, parts, -1n) } : { outcome: 'wallet' };
}

async function highestStake({ clock }: PoolDeps, tx: Tx, memberId: string, category: GameCategory): Promise<Units | null> {
  const row = await findRunning(tx, memberId);
  if (!row?.expires_at || row.expires_at <= clock.now() || (row.weights[category] ?? 0) === 0) return null;
  return row.max_bet === null ? null : BigInt(row.max_bet);
}

function legsOf(memberId: string, { real, held, bonus }: Pools, sign: 1n | -1n): readonly Leg[] {
  const legs: readonly [string, Units][] = [
    [WALLET, real],
    [BONUS_HELD, held],
    [BONUS, bonus],
  ];
  return legs.filter(([, units]) => units !== 0n).map(([kind, units]) => ({ owner: memberId, kind, units: sign * units }));
}

async function keep(
  tx: Tx,
  { memberId, provider, transactionId, roundId, category, opensRound }: PoolStake,
  legs: readonly Leg[],
): Promise<void> {
  const part = (kind: string) => (-(legs.find((leg) => leg.kind === kind)?.units ?? 0n)).toString();
  await sql`
    with b as (select id, (weights ->> ${category})::int as weight from bonus where member_id = ${memberId} and state = 'running'),
    opened as (
      insert into bonus_round (provider, round_id, bonus_id, weight)
      select ${provider}, ${roundId}, id, weight from b where ${opensRound}::boolean)
    insert into bonus_stake (provider, transaction_id, bonus_id, round_id, real, held, bonus)
    select ${provider}, ${transactionId}, id, ${roundId}, ${part(WALLET)}::bigint, ${part(BONUS_HELD)}::bigint, ${part(BONUS)}::bigint
      from b`.execute(tx);
}

/** To the pools while the bonus runs. After its completion all of it is real; after another end the part of bonus money is given up. */
async function creditOf(tx: Tx, { memberId, provider, betTransactionId, units, currency }: PoolCredit): Promise<readonly Leg[]> {
  const stake = await tx
    .selectFrom('bonus_stake as s')
    .innerJoin('bonus as b', 'b.id', 's.bonus_id')
    .select(['s.real', 's.held', 's.bonus', 'b.state'])
    .where('s.provider', '=', provider)
    .where('s.transaction_id', '=', betTransactionId)
    .executeTakeFirst();
  // A bet of the round from before the bonus.
  if (!stake) return legsOf(memberId, { real: units, held: 0n, bonus: 0n }, 1n);
  const parts = divideWin(units, { real: BigInt(stake.real), held: BigInt(stake.held), bonus: BigInt(stake.bonus) }, currency);
  await tx
    .updateTable('bonus_stake')
    .set({
      paid_real: parts.real.toString(),
      paid_held: parts.held.toString(),
      paid_bonus: parts.bonus.toString(),
      paid_late: stake.state !== 'running',
    })
    .where('provider', '=', provider)
    .where('transaction_id', '=', betTransactionId)
    .execute();
  if (stake.state === 'running') return legsOf(memberId, parts, 1n);
  if (stake.state === 'completed') return legsOf(memberId, { real: units, held: 0n, bonus: 0n }, 1n);
  const own = legsOf(memberId, { real: parts.real + parts.held, held: 0n, bonus: 0n }, 1n);
  return parts.bonus === 0n ? own : [...own, { owner: HOUSE, kind: REWARDS.account, units: parts.bonus }];
}

/**
 * While the bonus runs, the pools get the stake back and give what the win has brought them, as far as they have it; the wallet gives the rest,
 * below zero if necessary. After its completion all of it was real. After another end the parts of bonus money are those of the account of rewards.
 */
async function reversalOf({ wallet }: PoolDeps, tx: Tx, { memberId, provider, betTransactionId, stake, won }: PoolReversal) {
  const of = (units: Pools, sign: 1n | -1n) => legsOf(memberId, units, sign);
  const real = { returned: of({ real: stake, held: 0n, bonus: 0n }, 1n), debited: of({ real: won, held: 0n, bonus: 0n }, -1n) };
  const row = await readStake(tx, provider, betTransactionId);
  if (!row || row.state === 'completed') return real;
  const [staked, paid] = [partsOf(row.real, row.held, row.bonus), partsOf(row.paid_real, row.paid_held, row.paid_bonus)];
  if (row.state !== 'running')
    return {
      returned: withGivenUp(of({ real: staked.real + staked.held, held: 0n, bonus: 0n }, 1n), staked.bonus),
      debited: withGivenUp(of({ real: won - paid.bonus, held: 0n, bonus: 0n }, -1n), -paid.bonus),
    };
  const pools = poolsOf(await wallet.accounts(tx, memberId));
  const held = lesser(paid.held, pools.held + staked.held);
  const bonus = lesser(paid.bonus, pools.bonus + staked.bonus);
  const taken = { real: won - held - bonus, held, bonus };
  await tx
    .updateTable('bonus_stake')
    .set({
      paid_real: (paid.real + staked.real - taken.real).toString(),
      paid_held: (paid.held + staked.held - held).toString(),
      paid_bonus: (paid.bonus + staked.bonus - bonus).toString(),
      paid_late: false,
    })
    .where('provider', '=', provider)
    .where('transaction_id', '=', betTransactionId)
    .execute();
  return { returned: of(staked, 1n), debited: of(taken, -1n) };
}

function readStake(tx: Tx, provider: string, transactionId: string) {
  return tx
    .selectFrom('bonus_stake as s')
    .innerJoin('bonus as b', 'b.id', 's.bonus_id')
    .select(['s.real', 's.held', 's.bonus', 's.paid_real', 's.paid_held', 's.paid_bonus', 'b.state'])
    .where('s.provider', '=', provider)
    .where('s.transaction_id', '=', transactionId)
    .executeTakeFirst();
}

/** Null: nothing was paid. */
function partsOf(real: string | null, held: string | null, bonus: string | null): Pools {
  return { real: BigInt(real ?? 0), held: BigInt(held ?? 0), bonus: BigInt(bonus ?? 0) };
}

const lesser = (one: Units, other: Units): Units => (one < other ? one : other);

function withGivenUp(legs: readonly Leg[], units: Units): readonly Leg[] {
  return units === 0n ? legs : [...legs, { owner: HOUSE, kind: REWARDS.account, units }];
}
