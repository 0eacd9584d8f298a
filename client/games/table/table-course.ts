import type { TableAnswer, TableRound } from '../../../shared/games/live/protocol.ts';
import type { TableOutcome } from '../../../shared/games/live/table.ts';
import type { ServerClock } from '../match/match-clock.ts';
import type { Scene, TableBoard, TableRecord } from './table-parts.ts';
import type { TablePhase, TimeBar } from './time-bar.ts';

/** The current round of a table and its phase. */
export interface TableCourse {
  readonly round: TableRound | undefined;
  readonly phase: TablePhase;
  showTable(answer: TableAnswer): void;
  showRound(round: TableRound): void;
  /** Closes the bets in time, and updates the clock. */
  tick(): void;
}

/** What of a table changes with its rounds. */
export interface CourseSight {
  readonly scene: Scene;
  readonly record: TableRecord;
  readonly time: TimeBar;
  readonly board: Pick<TableBoard, 'mark'>;
}

export interface CourseEvents {
  entered(phase: TablePhase): void;
  /** A new round takes bets. */
  began(): void;
  /** The outcome is fully revealed. */
  outcomeShown(outcome: TableOutcome): void;
}

export function createTableCourse({ scene, record, time, board }: CourseSight, clock: ServerClock, events: CourseEvents): TableCourse {
  let round: TableRound | undefined;
  let history: readonly TableOutcome[] = [];
  let phase: TablePhase = 'waiting';
  let revealed = '';

  function enter(next: TablePhase): void {
    if (phase === next) return;
    phase = next;
    time.show(next, round);
    if (next === 'closed') scene.wait();
    events.entered(next);
  }

  function begin(next: TableRound): void {
    round = next;
    revealed = '';
    board.mark();
    scene.clear();
    record.show(history);
    events.began();
    enter('betting');
    time.show('betting', round);
  }

  async function reveal({ roundId, outcome, drawsAt }: TableRound): Promise<void> {
    if (!outcome || revealed === roundId) return;
    revealed = roundId;
    if (phase === 'betting') enter('closed');
    enter('dealing');
    await scene.reveal(outcome, clock.now() - Date.parse(drawsAt));
    if (revealed !== roundId) return;
    history = [outcome, ...history];
    record.show(history);
    board.mark(outcome);
    enter('result');
    time.showText(scene.title(outcome));
    events.outcomeShown(outcome);
  }

  function follow(next: TableRound): void {
    const isNew = round?.roundId !== next.roundId;
    if (isNew) begin(next);
    round = next;
    if (next.state === 'drawn') void reveal(next);
    else if (next.state === 'void') enter('waiting');
    tick();
  }

  function tick(): void {
    if (round?.state === 'open' && phase === 'betting' && clock.now() >= Date.parse(round.closesAt)) enter('closed');
    time.tick(phase, round);
  }

  time.show(phase, round);
  return {
    get round() {
      return round;
    },
    get phase() {
      return phase;
    },
    showTable(answer) {
      clock.set(answer.now);
      // A round is not part of the history before it was revealed.
      history = answer.history;
      if (answer.round) {
        if (answer.round.outcome && revealed === answer.round.roundId) history = [answer.round.outcome, ...history];
        follow(answer.round);
      }
      record.show(history);
    },
    showRound: follow,
    tick,
  };
}
