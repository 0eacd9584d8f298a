import { sql } from 'kysely';
import { type MovableClock, movableClock } from '../../base/clock.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { createWallet, HOUSE, type Wallet } from '../../ledger/index.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant, type MerchantSettings } from '../../merchant/index.ts';
import { promptFactStream } from '../../play/facts/test-horizon.ts';
import { type CountDeps, countLevels } from './count.ts';
import { decideLevel, type LevelDecision } from './decide.ts';

export const MERCHANT = 'lagoon';
export const UNIT = 10_000n;

/** Stake, deposits and the stake that keeps the level, in whole units. */
const LADDER = [
  ['Drift', 0, 0, 0],
  ['Ripple', 100, 0, 0],
  ['Current', 500, 50, 40],
  ['Tide', 2_000, 50, 100],
  ['Swell', 5_000, 300, 400],
] as const;

export interface TestRules {
  readonly timeZone?: string;
  readonly keepMonths?: MerchantSettings['vip']['keepMonths'];
}

export function testSettings({ timeZone = 'UTC', keepMonths = null }: TestRules = {}): MerchantSettings {
  const settings = demoSettings();
  return Object.assign(settings, {
    timeZone,
    vip: Object.assign({}, settings.vip, { keepMonths }),
    vipLevels: LADDER.map(([labelName, stake, deposits, keepStake]) =>
      Object.assign({}, settings.vipLevels[0], { labelName, stake, deposits, keepStake }),
    ),
  });
}

export interface TestVip {
  readonly deps: CountDeps;
  readonly clock: MovableClock;
  readonly wallet: Wallet;
  /** Moves the clock to the time and does what is due. */
  runAt(at: Date): Promise<void>;
  decide(decision: Omit<LevelDecision, 'operator' | 'reason'>): Promise<void>;
}

export async function createTestVip(db: Database, at: Date, rules: TestRules = {}): Promise<TestVip> {
  await addMerchant(db, MERCHANT, testSettings(rules));
  const world = vipOn(db, movableClock({ now: () => at }));
  await world.runAt(at);
  return world;
}

/** A further node on the same database has its own objects. */
export function vipOn(db: Database, clock: MovableClock): TestVip {
  const wallet = createWallet({ clock, hub: createEventHub() });
  const deps: CountDeps = {
    db,
    clock,
    merchant: MERCHANT,
    facts: promptFactStream(db),
    onChanges: async () => undefined,
    requireTime: () => undefined,
  };
  return {
    deps,
    clock,
    wallet,
    async runAt(time) {
      clock.advance(time.getTime() - clock.now().getTime());
      while (!(await countLevels(deps)));
    },
    decide: (decision) =>
      inTransaction(db, (tx, afterCommit) => decideLevel(deps, tx, afterCommit, { ...decision, operator: 'ops01', reason: 'a reason' })),
  };
}

export interface TestMoney {
  readonly memberId: string;
  readonly at: Date;
  /** Below zero: taken back. */
  readonly units: bigint;
}

/** A fact of settled or voided play, as the trigger of settled rounds writes it. */
export async function addPlay(db: Database, { memberId, at, units }: TestMoney): Promise<void> {
  await sql`
    insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
    values (${memberId}, 'p', '', 'g', 'V1', 'RNG', 'USD', ${units > 0n ? 'settled' : 'voided'}, ${units > 0n ? 1 : -1}::int,
            ${units.toString()}::bigint, ${units.toString()}::bigint, 0, 0, ${at})`.execute(db);
}

let transfers = 0;
export async function addDeposit(db: Database, wallet: Wallet, { memberId, units }: Omit<TestMoney, 'at'>): Promise<void> {
  transfers += 1;
  const legs = [
    { owner: memberId, kind: 'wallet', units },
    { owner: HOUSE, kind: 'operations', units: -units },
  ];
  const kind = units > 0n ? ('deposit' as const) : ('deposit-reversal' as const);
  const result = await wallet.transfer(db, { reference: `vip-test-${transfers}`, kind, currency: 'USD', realm: 'real', memberId, legs });
  if (result.outcome !== 'posted') throw new Error(result.outcome);
}

/** What happened, in its order. Months are numbers; `until` is the first month after the period that runs. */
export type SlowEvent =
  | { readonly kind: 'play' | 'deposit'; readonly units: bigint; readonly month: number }
  | { readonly kind: 'count'; readonly month: number; readonly until: number }
  | { readonly kind: 'end'; readonly month: number; readonly until: number; readonly nextUntil: number; readonly checked: boolean };

/**
 * The reference: all events of before again for each level, with sets of lost levels, without any code of the product. Returns the level after
 * each count and end.
 */
export function slowLevels(events: readonly SlowEvent[], first: number): readonly number[] {
  const seen: number[] = [];
  const lost = new Set<number>();
  let [level, open, roseIn] = [1, first, first];
  const isBack = (one: number, units: bigint) => units >= BigInt(LADDER[one - 1]?.[3] ?? 0) * UNIT;
  for (const [index, event] of events.entries()) {
    if (!('until' in event)) continue;
    const before = events.slice(0, index);
    const sumOf = (kind: 'play' | 'deposit') => before.reduce((sum, one) => (one.kind === kind ? sum + one.units : sum), 0n);
    /** Play between two months; that of an ended period counts in the one that was open. */
    const playIn = (from: number, until: number) => {
      let opened = first;
      let sum = 0n;
      for (const one of before) {
        if (one.kind === 'end') opened = one.until;
        if (one.kind !== 'play') continue;
        const month = Math.max(one.month, opened);
        if (month >= from && month < until) sum += one.units;
      }
      return sum;
    };
    const levelWith = (units: bigint) =>
      slowLevel({ stake: sumOf('play'), deposits: sumOf('deposit'), isOpen: (one) => !lost.has(one) || isBack(one, units) });
    const inPeriod = playIn(open, event.until);
    let next = levelWith(inPeriod);
    if (event.kind === 'end') {
      const isLost = event.checked && level > 1 && roseIn < open && !isBack(level, inPeriod);
      for (let one = 2; one <= LADDER.length && (!lost.has(one) || isBack(one, inPeriod)); one += 1) lost.delete(one);
      if (isLost) for (let one = level; one <= Math.max(level, ...lost); one += 1) lost.add(one);
      open = event.until;
      next = levelWith(playIn(open, event.nextUntil));
    }
    if (next > level) roseIn = event.month;
    level = next;
    seen.push(level);
  }
  return seen;
}

/** The highest level that is reached and not below a closed one. */
function slowLevel(has: { stake: bigint; deposits: bigint; isOpen(level: number): boolean }): number {
  let highest = 1;
  for (const [at, [, stake, deposits]] of LADDER.entries()) {
    if (!has.isOpen(at + 1)) break;
    if (has.stake >= BigInt(stake) * UNIT && has.deposits >= BigInt(deposits) * UNIT) highest = at + 1;
  }
  return highest;
}
