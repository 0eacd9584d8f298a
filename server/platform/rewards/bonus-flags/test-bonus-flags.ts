import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { MovableClock } from '../../base/clock.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import { createSecrets } from '../../base/secrets.ts';
import { createOpponents } from '../../play/contests/index.ts';
import { perform } from '../../play/vendors/seamless.ts';
import { PROVIDER, type TestPlayer } from '../../play/vendors/test-vendor.ts';
import { allowBonuses, stopBonuses } from '../bonus/stops.ts';
import { bonusOn, GAME, LIVE_GAME, MERCHANT, type TestBonus } from '../bonus/test-bonus.ts';
import type { FlagDeps } from './contracts.ts';
import { flagBonuses } from './count.ts';
import { type BonusFlagDesk, createFlagDesk } from './desk.ts';

export interface TestFlags {
  readonly bonus: TestBonus;
  readonly deps: FlagDeps;
  readonly desk: BonusFlagDesk;
  run(): Promise<void>;
  /** Flags of a member: rules in their order. */
  rulesOf(memberId: string): Promise<readonly string[]>;
  /** A bet and its settlement. */
  play(player: TestPlayer, bet: TestBet): Promise<void>;
  link(one: string, other: string): Promise<void>;
}

export interface TestBet {
  readonly stake: bigint;
  readonly win: bigint;
  /** A round of a table; absent: a game of one player. */
  readonly market?: string;
  readonly atRisk?: bigint;
}

/** A node with bonus checks; a further one on the same database has its own objects. */
export function flagsOn(db: Database, at?: MovableClock): TestFlags {
  const bonus = bonusOn(db, at);
  const { clock, facts, requireTime } = bonus.deps;
  const deps: FlagDeps = {
    db,
    clock,
    facts,
    requireTime,
    merchant: MERCHANT,
    opponents: createOpponents({ clock, secrets: createSecrets('a-data-key-of-the-test-flags-00000001') }),
    bonus: {
      stop: (tx, afterCommit, stop) => stopBonuses(bonus.deps, tx, afterCommit, stop),
      allow: (tx, afterCommit, memberId) => allowBonuses(bonus.deps, tx, afterCommit, memberId),
    },
  };
  return {
    bonus,
    deps,
    desk: createFlagDesk(deps),
    run: async () => void (await flagBonuses(deps)),
    async rulesOf(memberId) {
      const rows = await db.selectFrom('bonus_flag').select('rule').where('member_id', '=', memberId).orderBy('rule').execute();
      return rows.map(({ rule }) => rule);
    },
    async play({ player, token }, { stake, win, market, atRisk }) {
      const id = randomUUID();
      const gameId = market === undefined ? GAME : LIVE_GAME;
      const names = { player, gameId, currency: 'USD', roundId: `r-${id}` };
      const terms = { ...(market !== undefined && { market }), ...(atRisk !== undefined && { atRisk: atRisk.toString() }) };
      const bet = await perform(bonus.vendor, PROVIDER, 'bet', { ...names, ...terms, transactionId: id, token, amount: stake.toString() });
      if (bet.status !== 'OK') throw new Error(`bet: ${bet.status}`);
      const answer = await perform(bonus.vendor, PROVIDER, 'win', {
        ...names,
        transactionId: `${id}-win`,
        betTransactionId: id,
        amount: win.toString(),
      });
      if (answer.status !== 'OK') throw new Error(`win: ${answer.status}`);
    },
    link: (one, other) =>
      inTransaction(db, async (tx) => {
        await sql`
          insert into member_trait (member_id, kind, key, seen_at)
          select m, 'payout', ${`account ${one}`}, ${clock.now()} from unnest(array[${one}, ${other}]::text[]) as m
          on conflict do nothing`.execute(tx);
      }),
  };
}
