import { SLOT_VARIANTS } from '../../../shared/studio/catalogue.ts';
import { STUDIO_GAMES } from '../../../shared/studio/games.ts';
import { TABLE_GAMES } from '../../../shared/studio/live/table.ts';
import type { Player } from '../../kit/player.ts';
import type { Journal } from './journal.ts';
import { betOnMatches, INSTANT_BETS, type Play, placeSlip, playInstant } from './plays.ts';
import { pause, type Seat, takeSeat } from './seat.ts';
import { fly, playHands, sayHands, shoot } from './shared-plays.ts';

/** Players at games of every engine, who continue through failures of the service. */
export interface Crowd {
  readonly kinds: readonly Kind[];
  /** Resolves when the result of every player's last bet is known. */
  stop(): Promise<void>;
  /** Results of multiplayer hands arrive later. */
  sayHands(): Promise<void>;
}

export interface Kind {
  readonly name: string;
  readonly games: readonly string[];
  /** True when its rounds end at once. */
  readonly isInstant: boolean;
}

interface Doing extends Kind {
  readonly play: () => Play;
  /** Pause between two turns. */
  readonly restMs: number;
  readonly by: readonly Player[];
}

const ROOM = gameOf({ engine: 'thirteen' });

export async function startCrowd(url: string, players: readonly [Player, Player], journal: Journal, slots: number): Promise<Crowd> {
  const over = new AbortController();
  const doings = everything(players, slots, over.signal);
  const places = await Promise.all(
    doings.flatMap((doing) =>
      doing.by.map(async (player) => ({ doing, seats: await Promise.all(doing.games.map((game) => takeSeat(url, player, game))) })),
    ),
  );
  const playing = places.map(async ({ doing, seats }) => {
    const play = doing.play();
    for (let turn = 0; !over.signal.aborted; turn++) {
      // A call without retries fails while the service is down; the next turn tries again.
      await play(seats[turn % seats.length] as Seat, journal).catch(() => undefined);
      await pause(doing.restMs);
    }
  });
  return {
    kinds: doings,
    async stop() {
      over.abort();
      await Promise.all(playing);
    },
    async sayHands() {
      for (const { doing, seats } of places) if (doing.games.includes(ROOM)) await sayHands(seats[0] as Seat, journal);
    },
  };
}

function everything([member, agent]: readonly [Player, Player], slots: number, signal: AbortSignal): readonly Doing[] {
  const alone = { by: [member] };
  const instant = INSTANT_BETS.map((bet) => ({
    ...{
      ...alone,
      name: bet.engine,
      isInstant: true,
      restMs: 200,
      play: () => (seat: Seat, journal: Journal) => playInstant(seat, journal, bet),
    },
    games: bet.engine === 'slot' ? SLOT_VARIANTS.slice(0, slots).map((variant) => gameOf({ variant })) : [instantGame(bet.engine)],
  }));
  const tables = TABLE_GAMES.map((variant) => ({
    ...{ ...alone, name: variant, isInstant: false, restMs: 900, play: () => placeSlip, games: [gameOf({ variant })] },
  }));
  return [
    ...instant,
    ...tables,
    { ...alone, name: 'matches', games: [gameOf({ engine: 'match' })], isInstant: false, restMs: 600, play: betOnMatches },
    { ...alone, name: 'crash', games: [gameOf({ engine: 'crash' })], isInstant: false, restMs: 300, play: fly },
    {
      ...{ name: 'shared sea', games: [gameOf({ variant: 'reef' })], isInstant: true, restMs: 300, play: () => shoot(signal) },
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
