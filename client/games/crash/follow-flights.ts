import type { Crowd, FlightAnswer, FlightBetAnswer, FlightStreamEvents } from '../../../shared/games/crash/protocol.ts';
import { refuseStream } from '../lib/game-messages.ts';
import { showMessage } from '../lib/game-page.ts';
import { createFollower, type Follower } from '../table/follow-stream.ts';
import type { BetList } from './bet-list.ts';
import type { CrashPage } from './crash-view.ts';
import type { FlightClock } from './flight-clock.ts';

export interface FlightFollower extends Follower {
  /** `true`: updates of a running flight have stopped, so a new stream is opened; `false`: they have resumed. */
  silent(on: boolean): void;
}

/** Updates flights, other players and the player's bets from one stream. */
export function followFlights(page: CrashPage, bets: BetList, clock: FlightClock): FlightFollower {
  const { api, context, shell, view, t } = page;
  const follower = createFollower({
    open: (signal) => api.flightStream(context.gameId, signal),
    poll: async () => receiveFlight(await api.flight(context.gameId)),
    lost: showConnectionLost,
    full: () => refuseStream(page, follower.restart),
    dispatch(name, data) {
      if (name === 'flight') receiveFlight(data as FlightAnswer);
      if (name === 'round') receiveRound(data as FlightStreamEvents['round']);
      if (name === 'crowd') view.showCrowd(data as Crowd);
      if (name === 'tick') receiveTick(data as FlightStreamEvents['tick']);
      if (name === 'bet') bets.receive((data as FlightBetAnswer).bet, (data as FlightBetAnswer).balance);
    },
  });

  function showConnectionLost(on: boolean): void {
    const key = view.visiblePanels.some(({ bet }) => bet) ? 'studio.crash_silent' : 'studio.connection_lost';
    showMessage(shell, on ? t(key) : '');
  }

  function receiveFlight(answer: FlightAnswer): void {
    view.showFlight(answer);
    void bets.refresh();
  }

  function receiveRound({ now, round }: FlightStreamEvents['round']): void {
    clock.sync(now);
    view.showRound(round);
  }

  function receiveTick({ now, elapsed }: FlightStreamEvents['tick']): void {
    clock.sync(now);
    view.tick(elapsed);
  }

  return {
    start: follower.start,
    restart: follower.restart,
    silent(on) {
      showConnectionLost(on);
      if (on) follower.restart();
    },
  };
}
