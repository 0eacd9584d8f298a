import { randomUUID } from 'node:crypto';
import { ROOM_API } from '../../../shared/games/rooms/protocol.ts';
import { defined } from '../../kit/defined.ts';
import { demand, type Scenario } from './report.ts';
import type { VendorPlayer, VendorUnderTest, VendorWorld } from './vendor-world.ts';
import type { PlayerLink } from './wallet-contests.ts';
import type { ReceivedRequest } from './wallet-server.ts';

type Rule = Scenario<VendorWorld>;

const needsRoom = ({ room }: VendorWorld) => (room === undefined ? 'needs --room and --levels, a game between players' : undefined);

async function openRoom(world: VendorWorld, link?: PlayerLink): Promise<VendorPlayer> {
  return world.openGame(world.openingBalance, world.room?.gameId, defined({ link }));
}

/** Takes a seat and agrees to pay for the next hand, like the page of the game. */
async function sitDown(level: string, ...seats: readonly VendorPlayer[]): Promise<void> {
  for (const seat of seats) await post(seat, ROOM_API.sit, { level });
  for (const seat of seats) await post(seat, ROOM_API.ready, { ready: true });
}

async function post(seat: VendorPlayer, path: string, body: object): Promise<void> {
  const { status, body: reply } = await seat.post(path, body);
  demand(status === 200, `${path} was answered with HTTP ${status} ${reply.error ?? ''}`);
}

interface Table {
  readonly level: string;
  /** The players; they leave at the end of the scenario. */
  readonly seats: VendorPlayer[];
}

/** Scenario `nr` has a level of its own where there are enough, because a hand of the one before may still run. */
function room(nr: number, name: string, rule: string, play: (world: VendorWorld, table: Table) => Promise<void>): Rule {
  return {
    name,
    rule,
    without: needsRoom,
    async run(world) {
      const seats: VendorPlayer[] = [];
      const { levels = [] } = world.room ?? {};
      try {
        await play(world, { level: levels[nr % levels.length] ?? '', seats });
      } finally {
        for (const seat of seats) await seat.post(ROOM_API.leave, {});
      }
    },
  };
}

const bets = ({ wallet }: VendorUnderTest) =>
  wallet.received.filter(({ operation, body }) => operation === 'bet' && body.contestId !== undefined);
const contestsOf = (seat: VendorPlayer) => new Set(seat.requests('bet').map(({ body }) => body.contestId));
const hasBet = (seat: VendorPlayer) => seat.requests('bet').length > 0;

/** Bets and wins of each contest, in the order of arrival. */
function contestRequests(world: VendorUnderTest): readonly (readonly ReceivedRequest[])[] {
  const contestOfRound = new Map(bets(world).map(({ body }) => [body.roundId, body.contestId]));
  const found = new Map<string, ReceivedRequest[]>();
  for (const request of world.wallet.received) {
    const id = contestOfRound.get(request.body.roundId);
    if (id !== undefined) found.set(id, [...(found.get(id) ?? []), request]);
  }
  return [...found.values()];
}

/** Games between players (`links` and `contestId`). */
export const CONTEST_SCENARIOS: readonly Rule[] = [
  room(0, 'contest', 'the bets of one hand have one contestId and a round each', async (world, { level, seats }) => {
    seats.push(await openRoom(world), await openRoom(world));
    const [one, other] = seats as [VendorPlayer, VendorPlayer];
    await sitDown(level, one, other);
    await world.until(() => hasBet(one) && hasBet(other), 'no hand began with two players');
    const ids = new Set([...contestsOf(one), ...contestsOf(other)]);
    demand(!ids.has(undefined), 'a bet had no contestId');
    demand(ids.size === 1, 'the bets of one hand had different contests');
    const rounds = new Set([one, other].map((seat) => seat.requests('bet')[0]?.body.roundId));
    demand(rounds.size === 2, 'two players had one round');
  }),
  room(1, 'linked', 'players with a common link do not play one hand', async (world, { level, seats }) => {
    const link = { text: randomUUID(), isReported: true };
    seats.push(await openRoom(world, link), await openRoom(world, link));
    const [one, other] = seats as [VendorPlayer, VendorPlayer];
    await sitDown(level, one, other);
    // A hand with a third player proves that the vendor has started hands in the meantime.
    const third = await openRoom(world);
    seats.push(third);
    await sitDown(level, third);
    await world.until(() => hasBet(third) && (hasBet(one) || hasBet(other)), 'no hand began with a third player');
    const shared = [...contestsOf(one)].filter((id) => contestsOf(other).has(id));
    demand(shared.length === 0, 'two linked players were in one hand');
  }),
  room(
    2,
    'contest-refused',
    'a player refused for an opponent is not played with, and the others get their stakes back',
    async (world, { level, seats }) => {
      const link = { text: randomUUID(), isReported: false };
      seats.push(await openRoom(world, link), await openRoom(world, link));
      await sitDown(level, ...seats);
      const ofPair = ({ body }: ReceivedRequest) => seats.some(({ player }) => player === body.player);
      const refused = () => bets(world).find((request) => ofPair(request) && request.status === 'LIMIT_REACHED')?.body;
      await world.until(() => refused() !== undefined, 'no hand began with the two players');
      const { transactionId, contestId } = refused() ?? {};
      const pairBets = () => bets(world).filter((request) => ofPair(request) && request.body.contestId === contestId);
      const accepted = () => pairBets().filter(({ body }) => body.transactionId !== transactionId);
      const isUndone = ({ body }: ReceivedRequest) => world.wallet.transactions.get(body.transactionId ?? '')?.state === 'rolled-back';
      await world.until(() => accepted().length > 0 && accepted().every(isUndone), 'the other stake was not rolled back');
      demand(pairBets().filter(({ body }) => body.transactionId === transactionId).length === 1, 'the refused bet was sent again');
    },
  ),
  {
    name: 'contest-order',
    rule: 'all bets of a contest precede its first win',
    without: needsRoom,
    async run(world) {
      const late = contestRequests(world).filter((requests) => {
        const firstWin = requests.findIndex(({ operation }) => operation === 'win');
        return firstWin >= 0 && requests.slice(firstWin).some(({ operation }) => operation === 'bet');
      });
      demand(late.length === 0, 'a bet followed a win of its contest');
    },
  },
];
