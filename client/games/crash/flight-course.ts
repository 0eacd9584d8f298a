import type { FlightAnswer, FlightRound, PastFlight } from '../../../shared/games/crash/protocol.ts';
import type { CrashScene } from './crash-scene.ts';
import type { FlightClock } from './flight-clock.ts';
import type { FlightPhase } from './panel-mode.ts';
import { createVisibleTime } from './visible-time.ts';

/** The current flight and the earlier ones, drawn between the updates of the server. */
export interface FlightCourse {
  readonly round: FlightRound | undefined;
  /** Ended flights, the newest first; includes the current one once it has ended. */
  readonly history: readonly PastFlight[];
  readonly phase: FlightPhase;
  showFlight(answer: Pick<FlightAnswer, 'now' | 'history' | 'round'>): void;
  showRound(round: FlightRound): void;
  /** The flight continues on the server; `elapsed` is in milliseconds since take-off. */
  tick(elapsed: number): void;
}

export interface CourseEvents {
  /** The player's cash-outs on the flight, in hundredths. */
  marks(): readonly number[];
  entered(phase: FlightPhase): void;
  began(round: FlightRound): void;
  crashed(round: FlightRound): void;
  silent(on: boolean): void;
  /** The drawn multiplier, in hundredths. */
  rose(multiplier: number): void;
}

const HISTORY_LENGTH = 30;

export function createFlightCourse(sight: CrashScene, clock: FlightClock, events: CourseEvents): FlightCourse {
  const visible = createVisibleTime();
  const redraw = everyFrame(draw);
  const setSilent = onChange(false, (on) => {
    sight.setSilent(on);
    events.silent(on);
  });
  let round: FlightRound | undefined;
  let history: readonly PastFlight[] = [];
  let phase: FlightPhase = 'waiting';

  function enter(next: FlightPhase): void {
    if (phase === next) return;
    phase = next;
    sight.setPhase(phase);
    events.entered(phase);
  }

  function follow(next: FlightRound): void {
    const isNew = round?.roundId !== next.roundId;
    if (isNew && round?.state === 'over') history = withFlight(history, round);
    round = next;
    if (isNew) {
      visible.received(0);
      sight.setFlights(history);
      events.began(next);
    }
    const wasOver = phase === 'over';
    draw();
    if (next.state === 'over' && !wasOver) events.crashed(next);
    redraw();
  }

  /** Draws everything at the current time. */
  function draw(): void {
    if (!round) return;
    const elapsed = clock.now() - Date.parse(round.takesOffAt);
    if (round.state === 'over') {
      enter('over');
      setSilent(false);
      sight.showEnd(round.crash ?? 100, events.marks());
    } else if (elapsed < 0) {
      enter('betting');
      setSilent(false);
      sight.showCountdown(-elapsed);
    } else {
      enter('flying');
      setSilent(visible.isSilent(elapsed));
      events.rose(sight.showFlying(visible.of(elapsed), events.marks()));
    }
  }

  sight.setPhase(phase);
  return {
    get round() {
      return round;
    },
    get history() {
      return round?.state === 'over' && round.crash !== null ? [{ crash: round.crash, verifyUrl: round.verifyUrl }, ...history] : history;
    },
    get phase() {
      return phase;
    },
    showFlight(answer) {
      clock.sync(answer.now);
      history = answer.history;
      const elapsed = answer.round && Math.max(0, clock.now() - Date.parse(answer.round.takesOffAt));
      visible.received(elapsed ?? undefined);
      if (answer.round) follow(answer.round);
      sight.setFlights(history);
    },
    showRound(next) {
      visible.received();
      follow(next);
    },
    tick: (elapsed) => visible.received(elapsed),
  };
}

function withFlight(history: readonly PastFlight[], { crash, verifyUrl }: FlightRound): readonly PastFlight[] {
  if (crash === null || history.some((one) => one.verifyUrl === verifyUrl)) return history;
  return [{ crash, verifyUrl }, ...history].slice(0, HISTORY_LENGTH);
}

/** Calls `report` with each value that differs from the one before. */
function onChange<T>(first: T, report: (value: T) => void): (value: T) => void {
  let last = first;
  return (value) => {
    if (value === last) return;
    last = value;
    report(value);
  };
}

/** Calls `draw` in every frame after the first call of the returned function. */
function everyFrame(draw: () => void): () => void {
  let frame = 0;
  return () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(function next() {
      draw();
      frame = requestAnimationFrame(next);
    });
  };
}
