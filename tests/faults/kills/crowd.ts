import { SLOT_VARIANTS } from '../../../shared/games/catalogue.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import { TABLE_GAMES } from '../../../shared/games/live/table-games.ts';
import type { Player } from '../../kit/player.ts';
import type { Journal } from './journal.ts';
import { betOnMatches, INSTANT_BETS, type Play, placeSlip, playInstant } from './plays.ts';
import { pause, type Seat, takeSeat } from './seat.ts';
import { fly, playHands, recordHands, shoot } from './shared-plays.ts';

/** Players at games of every engine, who continue through failures of the service. */
export interface Crowd {
  readonly kinds: readonly Kind[];
  /** Resolves when the result of every player's last bet is known. */
  stop(): Promise<void>;
  /** Results of multiplayer hands arrive later. */
  recordHands(): Promise<void>;
}

export interface Kind {
  readonly name: string;
  readonly games: readonly string[];
  /** True when its rounds end at once. */
  readonly isInstant: boolean;
}

interface Activity extends Kind {
  readonly play: () => Play;
  /** Pause between two turns. */
  readonly restMs: number;
  readonly by: readonly Player[];
}

const ROOM = gameOf({ engine: 'thirteen' });

export async function startCrowd(url: string, players: readonly [Player, Player], journal: Journal, slots: number): Promise<Crowd> {
  const over = new AbortController();
  const activities = everything(players, slots, over.signal);
  const places = await Promise.all(
    activities.flatMap((activity) =>
      activity.by.map(async (player) => ({
        doing: activity,
        seats: await Promise.all(activity.games.map((game) => takeSeat(url, player, game))),
      })),
    ),
  );
  const playing = places.map(async ({ doing: activity, seats }) => {
    const play = activity.play();
    for (let turn = 0; !over.signal.aborted; turn++) {
      // A call without retries fails while the service is down; the next turn tries again.
      await play(seats[turn % seats.length] as Seat, journal).catch(() => undefined);
      await pause(activity.restMs);
    }
  });
  return {
    kinds: activities,
    async stop() {
      over.abort();
      await Promise.all(playing);
    },
    async recordHands() {
      for (const { doing: activity, seats } of places) if (activity.games.includes(ROOM)) await recordHands(seats[0] as Seat, journal);
    },
  };
}

function everything([member, agent]: readonly [Player, Player], slots: number, signal: AbortSignal): readonly Activity[] {
  const byMember = { by: [member] };
  const instant = INSTANT_BETS.map((bet) => ({
    ...byMember,
    name: bet.engine,
    isInstant: true,
    restMs: 200,
    play: () => (seat: Seat, journal: Journal) => playInstant(seat, journal, bet),
    games: bet.engine === 'slot' ? SLOT_VARIANTS.slice(0, slots).map((variant) => gameOf({ variant })) : [instantGame(bet.engine)],
  }));
  const tables = TABLE_GAMES.map((variant) => ({
    ...byMember,
    name: variant,
    isInstant: false,
    restMs: 900,
    play: () => placeSlip,
    games: [gameOf({ variant })],
  }));
  return [
    ...instant,
    ...tables,
    { ...byMember, name: 'matches', games: [gameOf({ engine: 'match' })], isInstant: false, restMs: 600, play: betOnMatches },
    { ...byMember, name: 'crash', games: [gameOf({ engine: 'crash' })], isInstant: false, restMs: 300, play: fly },
    {
      name: 'shared sea',
      games: [gameOf({ variant: 'reef' })],
      isInstant: true,
      restMs: 300,
      play: () => shoot(signal),
      by: [member, agent],
    },
    { name: 'card room', games: [ROOM], isInstant: false, restMs: 250, play: () => playHands, by: [member, agent] },
  ];
}

/** One of the fish games is played as single player, another in the shared sea. */
function instantGame(engine: string): string {
  if (engine === 'fish') return gameOf({ variant: 'lagoon' });
  return gameOf(engine === 'digits' ? { variant: 'triple' } : { engine });
}

function gameOf(wanted: { readonly engine?: string; readonly variant?: string }): string {
  const game = STUDIO_GAMES.find(({ engine, variant }) => (wanted.engine ?? engine) === engine && (wanted.variant ?? variant) === variant);
  if (!game) throw new Error(`no such game: ${JSON.stringify(wanted)}`);
  return game.gameId;
}
