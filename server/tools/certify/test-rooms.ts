import { randomUUID } from 'node:crypto';
import { ROOM_API } from '../../../shared/games/rooms/protocol.ts';
import type { VendorCalls } from './test-matches.ts';

export interface RoomPlayer {
  readonly token: string;
  readonly player: string;
  readonly gameId: string;
  readonly links: readonly string[];
}

const STAKE = 10_000n;
const PATHS: readonly string[] = [ROOM_API.sit, ROOM_API.ready, ROOM_API.leave];

/** One table: two ready players who may meet play a hand at once, which the first one wins. */
export function createRooms({ has, call, retryUntilAnswered, resolveUnanswered }: VendorCalls) {
  const ready = new Set<RoomPlayer>();

  const mayMeet = (one: RoomPlayer, other: RoomPlayer) => has('seats-linked') || !one.links.some((link) => other.links.includes(link));

  async function bet({ token, player, gameId }: RoomPlayer, roundId: string, contestId: string): Promise<boolean> {
    const contest = has('no-contest') ? {} : { contestId: has('contest-each') ? randomUUID() : contestId };
    const named = { roundId, gameId, player };
    const body = { token, transactionId: `${roundId}-b`, ...named, currency: 'USD', amount: String(STAKE), ...contest };
    const reply = await call('bet', body);
    return reply ? reply.status === 'OK' : resolveUnanswered(roundId, named);
  }

  async function playHand(players: readonly RoomPlayer[]): Promise<void> {
    const contestId = randomUUID();
    const rounds = players.map((player) => ({ player, roundId: randomUUID() }));
    const paid: typeof rounds = [];
    for (const round of rounds) {
      if (await bet(round.player, round.roundId, contestId)) paid.push(round);
      if (has('pays-early')) await win(round, STAKE);
    }
    if (paid.length < rounds.length && !has('plays-on')) return void (await Promise.all(paid.map(undo)));
    const [winner, ...losers] = paid;
    if (winner) await win(winner, STAKE * BigInt(paid.length));
    for (const loser of losers) await win(loser, 0n);
  }

  interface Round {
    readonly player: RoomPlayer;
    readonly roundId: string;
  }
  const namesOf = ({ player: { player, gameId }, roundId }: Round) => ({ betTransactionId: `${roundId}-b`, roundId, gameId, player });

  async function win(round: Round, amount: bigint): Promise<void> {
    const body = { transactionId: `${round.roundId}-w`, ...namesOf(round), currency: 'USD', amount: String(amount) };
    await retryUntilAnswered('win', () => body);
  }

  async function undo(round: Round): Promise<void> {
    await retryUntilAnswered('rollback', () => ({ transactionId: `${round.roundId}-x`, ...namesOf(round) }));
  }

  return {
    isCall: (path: string) => PATHS.includes(path),
    async answer(path: string, player: RoomPlayer): Promise<[number, object]> {
      if (path === ROOM_API.leave) ready.delete(player);
      if (path !== ROOM_API.ready) return [200, {}];
      const opponent = [...ready].find((other) => mayMeet(other, player));
      if (!opponent) ready.add(player);
      else {
        ready.delete(opponent);
        void playHand([opponent, player]);
      }
      return [200, {}];
    },
  };
}
