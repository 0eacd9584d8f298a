import { windowAt } from '../../../../../shared/rules/wage-windows.ts';
import { DAY_MS } from '../../../../../shared/time.ts';
import type { MovableClock } from '../../../base/clock.ts';

/** The weeks before the first start of a demo. */
export interface Timeline {
  /** The first instant with play: begin of a week in the merchant's zone. */
  readonly start: Date;
  /** The time of the first start. */
  readonly now: Date;
  readonly timeZone: string;
  /** When the demo's agent registers; the team follows. */
  readonly agentJoins: Date;
  /** Moves the clock of the platform. */
  to(at: Date): void;
  /** Moves it back to the real time. */
  end(): void;
}

const LEAST_DAYS = 21;
const AGENT_BEFORE_MS = 6 * DAY_MS;

export function createTimeline(clock: MovableClock, timeZone: string): Timeline {
  const now = clock.now();
  const { start } = windowAt('W', now.getTime() - LEAST_DAYS * DAY_MS, timeZone);
  let moved = 0;
  return {
    now,
    timeZone,
    start: new Date(start),
    agentJoins: new Date(start - AGENT_BEFORE_MS),
    to(at) {
      const step = at.getTime() - clock.now().getTime();
      clock.advance(step);
      moved += step;
    },
    end() {
      clock.advance(-moved);
      moved = 0;
    },
  };
}
