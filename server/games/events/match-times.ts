import { type MatchTerms, maxSteps, STEP_SECONDS, SUSPENDED_SECONDS, stateOf } from '../../../shared/games/events/match.ts';
import { fixtureOf, type StudioEvent } from './event-store.ts';

const STEP_MS = STEP_SECONDS * 1_000;

/** Time of a step: the schedule of a match is fixed at its announcement. */
export function stepTime({ closes_at }: Pick<StudioEvent, 'closes_at'>, step: number): Date {
  return new Date(closes_at.getTime() + step * STEP_MS);
}

/** Number of steps due by now. */
export function stepsBy({ closes_at }: Pick<StudioEvent, 'closes_at'>, terms: MatchTerms, now: Date): number {
  const steps = Math.floor((now.getTime() - closes_at.getTime()) / STEP_MS);
  return Math.min(maxSteps(terms), Math.max(0, steps));
}

/** End of the suspension after a step that changes the match; null without one. */
export function suspendedUntil(event: StudioEvent): Date | null {
  const course = event.course ?? '';
  const state = stateOf(fixtureOf(event).terms, course);
  if (event.state !== 'open' || !state.isTurn) return null;
  return new Date(stepTime(event, course.length).getTime() + SUSPENDED_SECONDS * 1_000);
}
