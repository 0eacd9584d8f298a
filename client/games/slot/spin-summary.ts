import type { StudioRound } from '../../../shared/games/protocol.ts';
import type { SlotOutcome, SlotSpin } from '../../../shared/games/slot/outcome.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { GameContext } from '../lib/game-view.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { RoundSummary } from '../lib/win-show.ts';

/** Summary of a round with free spins; undefined for a round without. */
export function freeSpinSummary({ t, money }: Pick<GameContext, 't' | 'money'>, round: StudioRound): RoundSummary | undefined {
  const free = (round.outcome as SlotOutcome).spins.filter(({ kind }) => kind === 'free');
  if (free.length === 0) return undefined;
  const best = free.map(paidBy).reduce((most, paid) => (paid > most ? paid : most), 0n);
  const multiplier = timesText(unitsOf(round.payout), unitsOf(round.stake));
  return {
    title: t('studio.free_over', { count: free.length }),
    lines: [t('studio.times_stake', { multiplier }), ...(best > 0n ? [t('studio.best_spin', { amount: money(best) })] : [])],
  };
}

function paidBy({ steps }: SlotSpin): Units {
  return steps.flatMap(({ wins }) => wins).reduce((sum, { payout }) => sum + unitsOf(payout), 0n);
}

/** "17.4", rounded down: never more than was paid. */
function timesText(amount: Units, stake: Units): string {
  const tenths = stake > 0n ? (amount * 10n) / stake : 0n;
  return tenths % 10n === 0n ? String(tenths / 10n) : `${tenths / 10n}.${tenths % 10n}`;
}
