import { type MatchTerms, mostSteps, STEP_SECONDS, SUSPENDED_SECONDS, stateOf } from '../../../shared/studio/events/match.ts';
import { fixtureOf, type StudioEvent } from './event-store.ts';

const STEP_MS = STEP_SECONDS * 1_000;

/** When the step after so many is played: the grid of a match stands from its announcement on, whatever happens in it. */
export function stepTime({ closes_at }: Pick<StudioEvent, 'closes_at'>, step: number): Date {
  return new Date(closes_at.getTime() + step * STEP_MS);
}

/** Steps that are due by now. */
export function stepsBy({ closes_at }: Pick<StudioEvent, 'closes_at'>, terms: MatchTerms, now: Date): number {
  const steps = Math.floor((now.getTime() - closes_at.getTime()) / STEP_MS);
  return Math.min(mostSteps(terms), Math.max(0, steps));
}

/** Until when a match that has just turned takes no bets; null when nothing has happened. */
export function suspendedUntil(event: StudioEvent): Date | null {
  const course = event.course ?? '';
  const state = stateOf(fixtureOf(event).terms, course);
  if (event.state !== 'open' || !state.isTurn) return null;
  return new Date(stepTime(event, course.length).getTime() + SUSPENDED_SECONDS * 1_000);
}
