import { type AfterCommit, type Database, inTransaction, type Tx } from '../../../base/db/index.ts';
import { DEMO_PLAYER } from '../demo-player.ts';
import type { Player } from './plan.ts';
import { randomOf } from './random.ts';

/** Counts play, settles and pays cashback, and pays the merchant's money into the account of rewards. */
export interface RewardDeps {
  run(): Promise<void>;
  claimAll(memberId: string): Promise<void>;
  fund(tx: Tx, afterCommit: AfterCommit, order: { id: string; units: bigint; currency: string; reason: string }): Promise<void>;
}

const FUNDING = { id: 'demo-rewards', units: 200_000_000n, reason: 'Rewards of the demo' };
const CLAIMING = 0.5;
/** Nothing is claimed on the days between, so that some periods expire, and the last ones can be claimed. */
const [REGULAR_UNTIL, LAST_CLAIM] = [14, 3];

export async function startRewards(db: Database, rewards: RewardDeps, currency: string): Promise<void> {
  await inTransaction(db, (tx, afterCommit) => rewards.fund(tx, afterCommit, { ...FUNDING, currency }));
}

/** At the end of the day, so that the ledger is in the order of time. */
export async function claimRewards(rewards: RewardDeps, players: readonly Player[], daysLeft: number, until: Date): Promise<void> {
  const isDay = daysLeft >= REGULAR_UNTIL ? daysLeft % 2 === 0 : daysLeft === LAST_CLAIM;
  if (!isDay) return;
  for (const { account, memberId, stopsAt } of players) {
    const claims = account === DEMO_PLAYER.account || randomOf(`claims ${account}`)() < CLAIMING;
    if (claims && (stopsAt === undefined || stopsAt > until)) await rewards.claimAll(memberId);
  }
}
