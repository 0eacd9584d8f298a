import { randomUUID } from 'node:crypto';
import { STUDIO_API } from '../../../shared/games/protocol.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { demand, type Scenario } from './report.ts';
import { CONTEST_SCENARIOS } from './vendor-contests.ts';
import { FREE_ROUND_SCENARIOS } from './vendor-free-rounds.ts';
import { SLIP_SCENARIOS } from './vendor-slips.ts';
import { injectFaults, postJson, type VendorPlayer, type VendorWorld } from './vendor-world.ts';

type Rule = Scenario<VendorWorld>;

function betOf({ wallet }: VendorWorld, seat: VendorPlayer) {
  const ids = new Set(seat.requests('bet').map(({ body }) => body.transactionId ?? ''));
  demand(ids.size > 0, `no bet was sent; the play was answered with ${seat.lastAnswer()}`);
  demand(ids.size === 1, `${ids.size} different bets were sent for one play`);
  const [id = ''] = ids;
  return { id, transaction: wallet.transactions.get(id) };
}

/** True if the wallet has the round as rolled back, or as settled and finished. */
function isOver(world: VendorWorld, seat: VendorPlayer): boolean {
  const bets = [...new Set(seat.requests('bet').map(({ body }) => body.transactionId ?? ''))];
  return bets.every((id) => {
    const bet = world.wallet.transactions.get(id);
    if (!bet) return false;
    return bet.state !== 'accepted' || (bet.settled && (world.wallet.closed.has(bet.roundId) || wins(world, seat).length > 0));
  });
}

function wins({ wallet }: VendorWorld, { player }: VendorPlayer): readonly bigint[] {
  return [...wallet.transactions.values()].filter((one) => one.kind === 'win' && one.player === player).map(({ amount }) => amount);
}

/** Without this a vendor that understands no bet at all would pass where none may be sent. */
async function expectPlayable(world: VendorWorld): Promise<void> {
  const seat = await world.openGame();
  const { status } = await seat.play(randomUUID());
  demand(status === 200, `a play without any fault was answered with ${seat.lastAnswer()}`);
  betOf(world, seat);
}

/** After a fault: one bet with one result, and the page shows the result of the wallet. */
async function endsOnce(world: VendorWorld, seat: VendorPlayer, key: string): Promise<'counted' | 'undone'> {
  await seat.play(key);
  betOf(world, seat);
  await world.until(() => isOver(world, seat), 'the round was not brought to its end');
  await world.wallet.releaseLate();
  const { transaction } = betOf(world, seat);
  const counted = transaction?.state === 'accepted';
  demand(wins(world, seat).length <= 1, 'a bet was paid more than once');
  demand(counted || wins(world, seat).length === 0, 'a bet that does not count has won');
  const stake = counted ? (transaction?.amount ?? 0n) : 0n;
  const paid = wins(world, seat).reduce((sum, amount) => sum + amount, 0n);
  demand(world.wallet.balanceOf(seat.player) === seat.start - stake + paid, 'the balance does not fit the round');
  await expectResult(world, seat, key, counted ? paid : undefined);
  return counted ? 'counted' : 'undone';
}

/** Repeats the page's request until it gets a result, and compares that with the wallet. */
async function expectResult(world: VendorWorld, seat: VendorPlayer, key: string, payout: bigint | undefined): Promise<void> {
  for (const start = performance.now(); performance.now() - start < world.timeoutMs; ) {
    const { status, body } = await seat.play(key);
    if (status === 200 && payout === undefined)
      return demand(body.round.status === 'refunded', `a bet that was undone is reported as ${body.round.status}`);
    if (status === 200)
      return demand(parseWireAmount(body.round.payout) === payout, `a win of ${payout} units is reported as ${body.round.payout}`);
    if (payout === undefined && body.error !== 'round_pending' && status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the player did not get the result; the last answer was ${seat.lastAnswer()}`);
}

const PLAIN: readonly Rule[] = [
  {
    name: 'round',
    rule: 'a play is one bet, and the win names it',
    async run(world) {
      const seat = await world.openGame();
      demand((await endsOnce(world, seat, randomUUID())) === 'counted', 'a play without any fault did not count');
      const { id } = betOf(world, seat);
      for (const { body } of seat.requests('win')) demand(body.betTransactionId === id, 'a win names another bet');
    },
  },
  {
    name: 'same-key',
    rule: 'a repeated request of the page with one key is one round',
    async run(world) {
      const seat = await world.openGame();
      const key = randomUUID();
      const replies = await Promise.all([seat.play(key), seat.play(key)]);
      await endsOnce(world, seat, key);
      const rounds = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.round.roundId));
      demand(rounds.size <= 1, 'two rounds were reported for one key');
    },
  },
  {
    name: 'five-at-once',
    rule: 'concurrent plays have different ids, and each ends once',
    async run(world) {
      const seats = await Promise.all(Array.from({ length: 5 }, () => world.openGame()));
      await Promise.all(seats.map((seat) => endsOnce(world, seat, randomUUID())));
      demand(new Set(seats.map((seat) => betOf(world, seat).id)).size === seats.length, 'ids were used twice');
    },
  },
];

const REFUSALS: readonly Rule[] = [
  {
    name: 'no-funds',
    rule: 'a refused bet is not played and not repeated',
    async run(world) {
      const seat = await world.openGame(0n);
      const { status } = await seat.play(randomUUID());
      demand(status >= 400, 'a bet without money was played');
      demand(betOf(world, seat).transaction?.state === 'refused' && seat.requests('bet').length === 1, 'the bet was sent again');
      demand(seat.requests('win').length === 0, 'a refused bet has won');
    },
  },
  {
    name: 'maximum-stake',
    rule: 'no bet above the `maximumStake` of the launch is sent',
    async run(world) {
      await expectPlayable(world);
      const seat = await world.openGame(world.openingBalance, undefined, { maximumStake: 1n });
      const { status } = await seat.play(randomUUID());
      demand(status >= 400, 'a stake above maximumStake was played');
      demand(seat.requests('bet').length === 0, 'a bet above maximumStake was sent');
      demand(world.wallet.balanceOf(seat.player) === seat.start, 'money moved');
    },
  },
  {
    name: 'false-ticket',
    rule: 'a ticket that the platform refuses opens nothing',
    async run(world) {
      const { status } = await postJson(world, STUDIO_API.session, { ticket: randomUUID(), gameId: world.wallet.gameId });
      demand(status >= 400, 'the game opened');
    },
  },
  {
    name: 'expired',
    rule: 'a token that has expired stops the play',
    async run(world) {
      await expectPlayable(world);
      const seat = await world.openGame();
      world.wallet.expire(seat.player);
      const { status } = await seat.play(randomUUID());
      demand(status >= 400, 'it was played');
      demand(seat.requests('win').length === 0 && world.wallet.balanceOf(seat.player) === seat.start, 'money moved');
    },
  },
];

function afterFault(name: string, rule: string, plan: Parameters<typeof injectFaults>[1], end?: 'counted' | 'undone'): Rule {
  return {
    name,
    rule,
    async run(world) {
      const seat = await world.openGame();
      injectFaults(world, plan);
      const ended = await endsOnce(world, seat, randomUUID());
      demand(end === undefined || ended === end, `the round was ${ended}`);
      for (const operation of ['win', 'rollback']) {
        const ids = new Set(seat.requests(operation).map(({ body }) => body.transactionId));
        demand(ids.size <= 1, `a ${operation} was repeated under another id`);
        const contents = new Set(seat.requests(operation).map(({ body }) => JSON.stringify(body)));
        demand(contents.size <= 1, `a ${operation} was repeated with another content`);
      }
    },
  };
}

const FAULTS: readonly Rule[] = [
  afterFault('bet-unanswered', 'a bet without an answer is queried or rolled back, never sent as a new bet', { bet: ['unanswered', 1] }),
  afterFault('bet-lost', 'a lost bet is rolled back', { bet: ['lost', 1] }, 'undone'),
  afterFault('bet-late', 'a bet that arrives after its rollback is not played', { bet: ['late', 1] }, 'undone'),
  afterFault('bet-broken', 'an error of the platform counts as a missing answer', { bet: ['broken', 1] }),
  afterFault('bet-garbled', 'an unreadable answer counts as a missing answer', { bet: ['garbled', 1] }),
  afterFault('win-unanswered', 'a win is repeated under its id until it is answered', { win: ['unanswered', 2] }, 'counted'),
  afterFault('win-broken', 'a win is repeated after an error of the platform', { win: ['broken', 2] }, 'counted'),
  afterFault('win-lost', 'a lost win is repeated', { win: ['lost', 2] }, 'counted'),
  afterFault(
    'rollback-lost',
    'a rollback is repeated under its id until it is answered',
    { bet: ['lost', 1], rollback: ['lost', 2] },
    'undone',
  ),
  afterFault(
    'rollback-unanswered',
    'a rollback is repeated after a missing answer',
    { bet: ['late', 1], rollback: ['unanswered', 2] },
    'undone',
  ),
  afterFault('status-lost', 'a status query is repeated until it is answered', { bet: ['unanswered', 1], status: ['lost', 2] }),
];

const SIGNED: readonly Rule[] = [
  {
    name: 'signature',
    rule: 'every request is signed correctly and in time',
    async run({ wallet }) {
      const unsigned = wallet.received.filter(({ isSigned }) => !isSigned);
      demand(wallet.received.length > 0, 'no request was sent');
      demand(unsigned.length === 0, `${unsigned.length} of ${wallet.received.length} requests were not signed correctly`);
    },
  },
  {
    name: 'form',
    rule: 'every request has the form of the protocol',
    async run({ wallet }) {
      const malformed = wallet.received.filter(({ status }) => status === 'BAD_REQUEST').map(({ operation }) => operation);
      demand(malformed.length === 0, `refused as no request: ${[...new Set(malformed)].join(', ')}`);
    },
  },
];

export const VENDOR_SCENARIOS: readonly Rule[] = [
  ...PLAIN,
  ...REFUSALS,
  ...FAULTS,
  ...SLIP_SCENARIOS,
  ...CONTEST_SCENARIOS,
  ...FREE_ROUND_SCENARIOS,
  ...SIGNED,
];
