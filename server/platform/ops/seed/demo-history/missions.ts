import { UNITS_PER_WHOLE } from '../../../../../shared/money/money.ts';
import { SECOND_MS } from '../../../../../shared/time.ts';
import type { Database } from '../../../base/db/index.ts';
import { DEMO_PLAYER } from '../demo-player.ts';
import type { DemoEvent, DemoGame, Player } from './plan.ts';

/** Counts play for missions, and claims what members have reached. */
export interface MissionRuns {
  run(): Promise<void>;
  claimAll(memberId: string): Promise<void>;
}

/** Rounds of each category; one lottery round and 5 of the stake in keno are missing to the missions of `demo-settings.ts`. */
const ROUNDS = 9;
const [LOTTERY_STAKE, KENO_STAKE] = [UNITS_PER_WHOLE, 5n * UNITS_PER_WHOLE];
const NEEDED = 100n * UNITS_PER_WHOLE;

/** Two games of lottery and two of keno, which nothing else in the history plays. */
export async function readMissionGames(db: Database): Promise<readonly DemoGame[]> {
  const games: DemoGame[] = [];
  for (const category of ['LOTT', 'ELOTT'] as const)
    games.push(
      ...(await db
        .selectFrom('game')
        .select(['id', 'vendor as vassalage', 'category'])
        .where('enabled', '=', true)
        .where('category', '=', category)
        .orderBy('position')
        .orderBy('id')
        .limit(2)
        .execute()),
    );
  return games;
}

/** The last rounds of the player before the first start, besides those `played` in lotteries: two missions are nearly done, one can be claimed. */
export function missionRounds(players: readonly Player[], games: readonly DemoGame[], now: Date, played: number): readonly DemoEvent[] {
  const player = players.find(({ account }) => account === DEMO_PLAYER.account);
  const [lottery, , ...keno] = games;
  if (!player || !lottery || keno.length < 2) return [];
  const { memberId, account } = player;
  const before = (seconds: number) => new Date(now.getTime() - seconds * SECOND_MS);
  const events: DemoEvent[] = [];
  if (player.balance < NEEDED) {
    events.push({ kind: 'deposit', memberId, id: `${account}-missions`, at: before(3 * ROUNDS), units: NEEDED });
    player.balance += NEEDED;
  }
  for (let n = Math.min(played, ROUNDS); n < 2 * ROUNDS; n += 1) {
    const game = n < ROUNDS ? lottery : (keno[n % 2] ?? lottery);
    const stake = n < ROUNDS ? LOTTERY_STAKE : KENO_STAKE;
    const payout = n % 3 === 1 ? stake * 3n : 0n;
    events.push({ kind: 'round', memberId, id: `${account}-missions-${n}`, at: before(2 * ROUNDS - n), stake, payout, game });
    player.balance += payout - stake;
  }
  player.lastPlayAt = before(1);
  return events;
}
