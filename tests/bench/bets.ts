import { STUDIO_GAMES } from '../../shared/games/games.ts';
import type { EngineBet } from '../../shared/games/protocol.ts';
import { type GameSeat, signIn } from '../kit/player.ts';
import type { Service } from '../kit/service.ts';

const SECONDS = 5;
const SEATS = 8;
const BET: EngineBet = { engine: 'dice', stake: '1.0000', over: true, target: 50 };

/**
 * Whole dice rounds per second of one member with several seats. Each is a bet and a final win over the signed seamless wallet,
 * with two ledger transfers. The studio's own limit per seat bounds the rate, so refusals are counted separately.
 */
export async function benchBets(service: Service): Promise<{ roundsPerSecond: number; throttled: number }> {
  const games = STUDIO_GAMES.filter((game) => game.engine === 'dice');
  const player = await signIn(service.url);
  const seats: GameSeat[] = [];
  for (let seat = 0; seat < SEATS; seat++) seats.push(await player.openGame(games[seat % games.length]?.gameId ?? ''));
  const until = performance.now() + SECONDS * 1000;
  const counts = await Promise.all(seats.map((seat) => playUntil(seat, until)));
  const total = counts.reduce((sum, count) => ({ played: sum.played + count.played, throttled: sum.throttled + count.throttled }));
  return { roundsPerSecond: total.played / SECONDS, throttled: total.throttled };
}

async function playUntil(seat: GameSeat, until: number): Promise<{ played: number; throttled: number }> {
  const count = { played: 0, throttled: 0 };
  while (performance.now() < until) {
    const { status, answer } = await seat.play(BET);
    if (status === 200) count.played++;
    else if (status === 429) count.throttled++;
    else throw new Error(`a round answered ${status}: ${answer.error}`);
  }
  return count;
}
