import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../shared/time.ts';
import { demand, type Scenario } from './report.ts';
import { injectFaults, type VendorPlayer, type VendorWorld } from './vendor-world.ts';
import { freeRoundOf, type TestGrant } from './wallet-free-rounds.ts';
import type { ReceivedRequest } from './wallet-server.ts';

type Rule = Scenario<VendorWorld>;

const ROUNDS = 2;
const POLL_MS = 50;

interface Seat {
  readonly seat: VendorPlayer;
  readonly grant: TestGrant;
  left(): number;
}

/** A new player with free rounds, who has opened the game. */
async function openFree(world: VendorWorld, maximumStake?: bigint): Promise<Seat> {
  const { gameId = '', stake = 0n } = world.free ?? {};
  const grant: TestGrant = { grantId: `g${randomUUID()}`, gameId, rounds: ROUNDS, stake, expiresAt: new Date(Date.now() + DAY_MS) };
  const seat = await world.openGame(world.openingBalance, gameId, { grant, ...(maximumStake !== undefined && { maximumStake }) });
  return { seat, grant, left: () => world.wallet.freeRoundsLeft(seat.player, grant.grantId) };
}

/** Repeats the request of the page until the round has ended. */
async function playToEnd(world: VendorWorld, { seat, grant }: Seat, key: string): Promise<string> {
  for (const start = performance.now(); performance.now() - start < world.timeoutMs; ) {
    const { status, body } = await seat.playFree(key, grant.grantId);
    if (status === 200) return body.round.status;
    if (body.error !== 'round_pending' && status < 500) return body.error ?? String(status);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`the free round did not end; the last answer was ${seat.lastAnswer()}`);
}

/** Bets are free rounds of the grant, and nothing else was sent. */
function freeBets({ seat, grant }: Seat): readonly ReceivedRequest[] {
  const bets = seat.requests('bet');
  for (const { body } of bets) {
    const round = freeRoundOf(body);
    demand(body.amount === '0' && round !== undefined, `a bet of ${body.amount} units was sent for a free round`);
    demand(round?.grantId === grant.grantId && round?.stake === String(grant.stake), 'a bet names another grant or stake');
    demand(body.market === undefined && body.atRisk === undefined, 'a free round has a market or atRisk');
  }
  return bets;
}

const winsOf = ({ wallet }: VendorWorld, { player }: VendorPlayer) =>
  [...wallet.transactions.values()].filter((one) => one.kind === 'win' && one.player === player).map(({ amount }) => amount);

function demandBalance(world: VendorWorld, { seat }: Seat): void {
  const paid = winsOf(world, seat).reduce((sum, amount) => sum + amount, 0n);
  demand(world.wallet.balanceOf(seat.player) === seat.start + paid, 'a free round was not free');
}

function rule(name: string, text: string, run: (world: VendorWorld) => Promise<void>): Rule {
  const without = ({ free }: VendorWorld) =>
    free === undefined ? 'needs --free, --free-bet and --free-stake, a game with free rounds' : undefined;
  return { name, rule: text, without, run };
}

/** After a fault of the bet: one bet, counted and paid once, or undone and played again. */
function afterFault(name: string, text: string, fault: 'unanswered' | 'lost' | 'late'): Rule {
  return rule(name, text, async (world) => {
    const free = await openFree(world);
    injectFaults(world, { bet: [fault, 1] });
    await playToEnd(world, free, randomUUID());
    await world.wallet.releaseLate();
    demand(new Set(freeBets(free).map(({ body }) => body.transactionId)).size === 1, 'several bets were sent for one free round');
    const counted = ROUNDS - free.left();
    demand(winsOf(world, free.seat).length === counted, 'a free round that does not count has won, or one that counts was not settled');
    demand(counted === 1 || fault === 'unanswered' || free.left() === ROUNDS, 'a free round that was undone counts');
    demand((await playToEnd(world, free, randomUUID())) === 'settled', 'the next free round was not played');
    demand(free.left() === ROUNDS - counted - 1, 'the rounds that are left do not fit the play');
    demandBalance(world, free);
  });
}

/** Free rounds (`freeRounds` of `authenticate`, `freeRound` of `bet`). */
export const FREE_ROUND_SCENARIOS: readonly Rule[] = [
  rule(
    'free-round',
    'a free round is a bet of zero with its grant, is paid as any other, and the page names those that are left',
    async (world) => {
      const free = await openFree(world);
      const named = free.seat.freeRounds.find(({ grantId }) => grantId === free.grant.grantId);
      demand(named?.left === ROUNDS, 'the session does not name the free rounds');
      demand((await playToEnd(world, free, randomUUID())) === 'settled', 'the free round was not played');
      demand(freeBets(free).length === 1 && free.left() === ROUNDS - 1, 'not one free round was played');
      const [id] = freeBets(free).map(({ body }) => body.transactionId);
      demand(winsOf(world, free.seat).length === 1, 'the free round has no win');
      for (const { body } of free.seat.requests('win')) demand(body.betTransactionId === id, 'a win names another bet');
      demandBalance(world, free);
    },
  ),
  rule('free-round-same-key', 'a repeated request of the page is one free round', async (world) => {
    const free = await openFree(world);
    const key = randomUUID();
    await Promise.all([free.seat.playFree(key, free.grant.grantId), free.seat.playFree(key, free.grant.grantId)]);
    await playToEnd(world, free, key);
    demand(freeBets(free).length > 0 && free.left() === ROUNDS - 1, 'one request of the page has played several free rounds');
  }),
  rule('free-round-maximum', '`maximumStake` does not limit free rounds', async (world) => {
    const free = await openFree(world, 1n);
    demand((await playToEnd(world, free, randomUUID())) === 'settled', `the free round was answered with ${free.seat.lastAnswer()}`);
    demand(freeBets(free).length === 1, 'no free round was played');
  }),
  rule('free-rounds-used', 'when all are played, no bet of money is sent for a further one', async (world) => {
    const free = await openFree(world);
    for (let nr = 0; nr < ROUNDS; nr += 1)
      demand((await playToEnd(world, free, randomUUID())) === 'settled', 'a free round was not played');
    const { status } = await free.seat.playFree(randomUUID(), free.grant.grantId);
    demand(status >= 400, 'a round more than granted was played');
    demand(freeBets(free).filter((bet) => bet.status === 'OK').length === ROUNDS && free.left() === 0, 'other rounds were played');
    demandBalance(world, free);
  }),
  rule('free-round-expired', 'an expired free round is refused to the player, not repeated and not played for money', async (world) => {
    const free = await openFree(world);
    demand((await playToEnd(world, free, randomUUID())) === 'settled', 'a free round was not played before its end');
    free.grant.expiresAt = new Date(0);
    const { status } = await free.seat.playFree(randomUUID(), free.grant.grantId);
    demand(status >= 400, 'an expired free round was played');
    demand(freeBets(free).filter((bet) => bet.status === 'FREE_ROUND_REFUSED').length <= 1, 'a refused free round was sent again');
    demand(winsOf(world, free.seat).length === 1, 'a refused free round has won');
    demandBalance(world, free);
  }),
  afterFault('free-round-unanswered', 'a free round without an answer is queried or rolled back, never sent as a new one', 'unanswered'),
  afterFault('free-round-lost', 'a lost free round is rolled back, and can be played again', 'lost'),
  afterFault('free-round-late', 'a free round that arrives after its rollback counts for nothing', 'late'),
];
