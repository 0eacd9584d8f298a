import { multiplierText } from '../../../shared/games/crash/flight.ts';
import type { FlightBet } from '../../../shared/games/crash/protocol.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { GameContext } from '../lib/game-view.ts';
import { autoText, autoTextAt } from './auto-text.ts';

export type FlightPhase = 'waiting' | 'betting' | 'flying' | 'over';
/** What the big button of a bet does, or why it does nothing. */
export type PanelMode = 'bet' | 'next' | 'queued' | 'placing' | 'placed' | 'cash-out' | 'cashing' | 'held';

/** The bet of a panel, and what the player has asked for. */
export interface PanelState {
  readonly bet: FlightBet | undefined;
  readonly sending: 'bet' | 'cash' | undefined;
  readonly queued: boolean;
}

export function panelMode({ bet, sending, queued }: PanelState, phase: FlightPhase, held: boolean): PanelMode {
  if (sending) return sending === 'bet' ? 'placing' : 'cashing';
  if (bet && isInPlay(bet)) {
    if (phase !== 'flying') return 'placed';
    // A stake that the wallet has not confirmed by take-off goes back: there is nothing to cash out.
    return bet.status === 'pending' ? 'placing' : 'cash-out';
  }
  if (held) return 'held';
  if (phase === 'betting' && (!bet || bet.status === 'refunded')) return 'bet';
  return queued ? 'queued' : 'next';
}

function isInPlay({ cashed, status, crash }: FlightBet): boolean {
  return cashed === null && (status === 'open' || status === 'pending') && crash === null;
}

/** The two lines of the button; `stake` and `target` are those of the fields. */
export function buttonTexts(
  mode: PanelMode,
  { bet, stake, target }: { readonly bet: FlightBet | undefined; readonly stake: Units; readonly target: number | null | undefined },
  { t, money, coin }: Pick<GameContext, 't' | 'money' | 'coin'>,
): readonly [string, string] {
  const auto = bet ? autoText(bet, t, coin()) : autoTextAt(target ?? null, t);
  switch (mode) {
    case 'bet':
    case 'held':
      return [t('studio.crash_bet', { stake: money(stake) }), auto];
    case 'next':
      return [t('studio.crash_bet_next', { stake: money(stake) }), auto];
    case 'queued':
      return [t('studio.crash_queued'), t('studio.crash_cancel')];
    case 'placing':
      return [t('studio.placing'), auto];
    case 'placed':
      return [t('studio.crash_placed', { stake: money(bet?.stake ?? '') }), auto];
    case 'cashing':
      return [t('studio.crash_cashing'), ''];
    case 'cash-out':
      return [t('studio.crash_cash_out'), ''];
  }
}

/** The outcome of the bet in one line, and whether it is a gain. */
export function outcomeNote(
  bet: FlightBet | undefined,
  { t, money }: Pick<GameContext, 't' | 'money'>,
): { readonly text: string; readonly isGain: boolean } {
  if (bet?.status === 'refunded') return { text: t('studio.crash_returned', { stake: money(bet.stake) }), isGain: false };
  if (bet && bet.cashed !== null)
    return { text: t('studio.crash_cashed', { multiplier: multiplierText(bet.cashed), amount: money(bet.payout) }), isGain: true };
  return { text: bet && bet.crash !== null ? t('studio.crash_lost') : '', isGain: false };
}
