import { offeredAmount } from '../../../../shared/money/currency-steps.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { isBonusOffered } from '../bonus/index.ts';
import type { FreeRoundDeps } from './contracts.ts';
import { grantFreeRounds } from './grant.ts';

/** Two games of one model. */
export const DEMO_GAMES = { real: 'Coin Harbour', bonus: 'Harbour Lights' } as const;
/** In cents of a euro; the games take it in each currency. */
export const DEMO_STAKE = 100;
const DAYS = 30;

/** Free rounds of the player of the demo: some with wins in real money, and some whose wins become a bonus. Idempotent. */
export async function seedDemoFreeRounds(deps: FreeRoundDeps, memberId: string): Promise<void> {
  const { settings } = await readMerchant(deps.db, deps.merchant);
  if (!settings.transfers.isSingle) return;
  const known = await deps.db.selectFrom('free_round_grant').select('id').where('member_id', '=', memberId).limit(1).executeTakeFirst();
  if (known) return;
  const stake = offeredAmount(DEMO_STAKE, settings.currency);
  const until = new Date(deps.clock.now().getTime() + DAYS * DAY_MS);
  const reason = deps.translate(settings.defaultLanguage, 'promotions.demo_reason');
  const terms = { memberId, source: 'operator', reason, stake, until } as const;
  const give = async (key: keyof typeof DEMO_GAMES, rounds: number, wagering: number | null) => {
    const game = await deps.db.selectFrom('game').select('id').where('name', '=', DEMO_GAMES[key]).executeTakeFirst();
    if (!game) return;
    const bonus = wagering === null ? null : { wagering, days: DAYS };
    const order = Object.assign({ reference: `demo-free-rounds-${key}`, games: [game.id], rounds, bonus }, terms);
    await inTransaction(deps.db, (tx, afterCommit) => grantFreeRounds(deps, tx, afterCommit, order));
  };
  await give('real', 10, null);
  if (isBonusOffered(settings)) await give('bonus', 5, 3);
}
