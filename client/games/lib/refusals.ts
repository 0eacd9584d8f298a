import type { Failure } from './api.ts';
import { leavesRoundOpen } from './attempt.ts';

export type NextStep = 'retry' | 'deposit' | 'reload' | 'leave' | 'dismiss';

export interface Refusal {
  /** Play is blocked until a step is taken. */
  readonly blocking: boolean;
  /** Steps in the order of their buttons. */
  readonly steps: readonly NextStep[];
}

const REFUSALS: Readonly<Record<Failure, Refusal>> = {
  bad_request: { blocking: false, steps: ['dismiss'] },
  session_expired: { blocking: true, steps: ['reload', 'leave'] },
  game_not_found: { blocking: true, steps: ['leave'] },
  bet_invalid: { blocking: false, steps: ['dismiss'] },
  stake_out_of_range: { blocking: false, steps: ['dismiss'] },
  insufficient_funds: { blocking: false, steps: ['deposit', 'dismiss'] },
  limit_reached: { blocking: false, steps: ['leave', 'dismiss'] },
  stake_above_maximum: { blocking: false, steps: ['dismiss'] },
  bonus_stake: { blocking: false, steps: ['dismiss'] },
  free_round_over: { blocking: false, steps: ['dismiss'] },
  stake_limit_changed: { blocking: false, steps: ['reload', 'dismiss'] },
  player_blocked: { blocking: true, steps: ['leave'] },
  game_disabled: { blocking: true, steps: ['leave'] },
  round_pending: { blocking: true, steps: ['retry'] },
  event_closed: { blocking: false, steps: ['dismiss'] },
  event_suspended: { blocking: false, steps: ['dismiss'] },
  odds_changed: { blocking: false, steps: ['dismiss'] },
  legs_related: { blocking: false, steps: ['dismiss'] },
  win_too_high: { blocking: false, steps: ['dismiss'] },
  bets_closed: { blocking: false, steps: ['dismiss'] },
  number_full: { blocking: false, steps: ['dismiss'] },
  play_type_full: { blocking: false, steps: ['dismiss'] },
  draw_full: { blocking: false, steps: ['dismiss'] },
  too_many_chases: { blocking: false, steps: ['dismiss'] },
  cash_out_late: { blocking: false, steps: ['dismiss'] },
  move_invalid: { blocking: false, steps: ['dismiss'] },
  not_your_turn: { blocking: false, steps: ['dismiss'] },
  seat_elsewhere: { blocking: true, steps: ['reload', 'leave'] },
  linked_players: { blocking: false, steps: ['dismiss'] },
  pair_limit: { blocking: false, steps: ['dismiss'] },
  not_seated: { blocking: false, steps: ['dismiss'] },
  target_gone: { blocking: false, steps: ['dismiss'] },
  wallet_unavailable: { blocking: true, steps: ['retry'] },
  too_many_requests: { blocking: false, steps: ['dismiss'] },
  too_soon: { blocking: false, steps: ['dismiss'] },
  too_many_streams: { blocking: true, steps: ['retry', 'leave'] },
  offline: { blocking: true, steps: ['retry'] },
};

/** Consequences of a failure for play. Trial play does not offer the cashier. */
export function refusalOf(failure: Failure, trial: boolean): Refusal {
  const refusal = REFUSALS[failure];
  return trial ? { ...refusal, steps: refusal.steps.filter((step) => step !== 'deposit') } : refusal;
}

/** Locale key of a failure's text. While a round is open the text says that the stake is safe. */
export function refusalText(failure: Failure, roundOpen: boolean, trial: boolean): string {
  if (failure === 'insufficient_funds' && trial) return 'studio.error_insufficient_funds_trial';
  if (leavesRoundOpen(failure) && !roundOpen) return 'studio.error_connect';
  return `studio.error_${failure}`;
}
