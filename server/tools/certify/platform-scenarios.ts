import { REQUEST_SCENARIOS } from './platform-requests.ts';
import { SLIP_SCENARIOS } from './platform-slips.ts';
import { is, moved, type PlatformWorld, STAKE } from './platform-world.ts';
import { demand, type Scenario } from './report.ts';

type Rule = Scenario<PlatformWorld>;

/** A scenario that checks by how much the balance changes. */
function money(name: string, rule: string, by: bigint, play: (world: PlatformWorld) => Promise<void>): Rule {
  return {
    name,
    rule,
    async run(world) {
      const before = await world.balance();
      demand(before >= STAKE * 20n, `the member needs a balance of at least ${STAKE * 20n} units`);
      await play(world);
      await moved(world, before, by);
    },
  };
}

const REPEATS: readonly Rule[] = [
  money('bet-duplicate', 'a repeated bet gets the same answer and no second posting', -STAKE, async (world) => {
    const ids = world.ids();
    const first = await world.bet(ids);
    is(first, 'OK', 'a bet');
    const again = await world.bet(ids);
    is(again, 'OK', 'the same bet');
    demand(first.transferId !== undefined && again.transferId === first.transferId, 'the repeat names another transfer');
  }),
  money('bet-mismatch', 'an id with other content is refused', -STAKE, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.bet(ids, { amount: String(STAKE * 2n) }), 'TRANSACTION_MISMATCH', 'another amount under the same id');
    is(await world.bet(ids, { roundId: `${ids.round}-other` }), 'TRANSACTION_MISMATCH', 'another round under the same id');
  }),
  money('win-duplicate', 'a repeated win pays once', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    const first = await world.win(ids);
    is(first, 'OK', 'a win');
    const again = await world.win(ids);
    is(again, 'OK', 'the same win');
    demand(again.transferId === first.transferId, 'the repeat names another transfer');
    is(await world.win(ids, { amount: String(STAKE * 9n) }), 'TRANSACTION_MISMATCH', 'another amount under the same id');
  }),
  money('win-twice', 'only one win settles a bet', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.win(ids), 'OK', 'a win');
    is(await world.win({ ...ids, win: `${ids.win}2` }), 'BET_SETTLED', 'a second win with another id');
  }),
  money('rollback-duplicate', 'a repeated rollback refunds once', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.rollback(ids), 'OK', 'a rollback');
    is(await world.rollback(ids), 'OK', 'the same rollback');
    is(await world.rollback({ ...ids, rollback: `${ids.rollback}2` }), 'BET_ROLLED_BACK', 'a second rollback with another id');
  }),
];

const ORDER: readonly Rule[] = [
  money('late-bet', 'a bet after its rollback is always refused', 0n, async (world) => {
    const ids = world.ids();
    const buried = await world.rollback(ids);
    demand(
      ['OK', 'BET_NOT_FOUND', 'TRANSACTION_NOT_FOUND'].includes(buried.status),
      `the rollback of an unknown bet answered ${buried.status}`,
    );
    for (const tries of [1, 2]) is(await world.bet(ids), 'BET_ROLLED_BACK', `the late bet, try ${tries},`);
  }),
  money('bet-after-rollback', 'a rolled back bet cannot be placed again', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.rollback(ids), 'OK', 'its rollback');
    is(await world.bet(ids), 'BET_ROLLED_BACK', 'the same bet');
  }),
  money('win-after-rollback', 'a rolled back bet cannot win', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.rollback(ids), 'OK', 'its rollback');
    is(await world.win(ids), 'BET_ROLLED_BACK', 'its win');
  }),
  money('rollback-after-win', 'a settled bet cannot be rolled back', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.win(ids), 'OK', 'its win');
    is(await world.rollback(ids), 'BET_SETTLED', 'its rollback');
  }),
  money('out-of-order', 'a win before its bet is refused, and accepted after the bet', 0n, async (world) => {
    const ids = world.ids();
    is(await world.win(ids), 'BET_NOT_FOUND', 'a win before its bet');
    is(await world.bet(ids), 'OK', 'the bet');
    is(await world.win(ids), 'OK', 'the same win after its bet');
  }),
  money('zero-win', 'a win of zero closes the round', -STAKE, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.win(ids, { amount: '0' }), 'OK', 'a win of zero');
    is(await world.bet({ ...ids, bet: `${ids.bet}2` }), 'ROUND_CLOSED', 'another bet of the round');
  }),
  money('finish', 'a finished round takes no further instructions; finish may be repeated', -STAKE, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.finish(ids), 'OK', 'finish');
    is(await world.finish(ids), 'OK', 'a repeated finish');
    is(await world.bet({ ...ids, bet: `${ids.bet}2` }), 'ROUND_CLOSED', 'another bet of the round');
    is(await world.win(ids), 'ROUND_CLOSED', 'a win');
  }),
];

const FUNDS: readonly Rule[] = [
  money('insufficient-funds', 'a bet above the balance is refused with the balance, and stays refused', 0n, async (world) => {
    const whole = await world.balance();
    const [held, ids] = [world.ids(), world.ids()];
    is(await world.bet(held), 'OK', 'a bet');
    const more = { amount: String(whole) };
    const refused = await world.bet(ids, more);
    // A member's own limit may be below the balance.
    demand(['INSUFFICIENT_FUNDS', 'LIMIT_REACHED'].includes(refused.status), `a bet above the balance answered ${refused.status}`);
    demand(refused.balance === String(whole - STAKE), 'the refusal does not name the balance');
    is(await world.rollback(held), 'OK', 'a rollback of the other bet');
    is(await world.bet(ids, more), refused.status, 'the same bet, now that there is enough,');
    is(await world.win(ids), 'BET_NOT_FOUND', 'a win of the refused bet');
    is(await world.rollback(ids), 'OK', 'a rollback of the refused bet');
  }),
];

const TIME_OUTS: readonly Rule[] = [
  money('time-out', 'after a missing answer status reports the bet, and a rollback undoes it', 0n, async (world) => {
    const ids = world.ids();
    await world.ask('bet', world.betBody(ids), { hangUp: true }).catch(() => undefined);
    const told = await world.status(ids.bet);
    demand(['OK', 'TRANSACTION_NOT_FOUND'].includes(told.status), `status answered ${told.status}`);
    const undone = await world.rollback(ids);
    demand(['OK', 'BET_NOT_FOUND', 'TRANSACTION_NOT_FOUND'].includes(undone.status), `the rollback answered ${undone.status}`);
    is(await world.bet(ids), 'BET_ROLLED_BACK', 'the same bet');
    const state = (await world.status(ids.bet)).transaction?.state ?? 'nothing';
    demand(['rolled-back', 'tombstone'].includes(state), `the bet is ${state}`);
  }),
  money('status', 'status reports the state of a transaction', 0n, async (world) => {
    const ids = world.ids();
    is(await world.status(ids.bet), 'TRANSACTION_NOT_FOUND', 'the status of an unknown bet');
    is(await world.bet(ids), 'OK', 'a bet');
    demand((await world.status(ids.bet)).transaction?.state === 'accepted', 'an accepted bet is not reported as accepted');
    is(await world.rollback(ids), 'OK', 'its rollback');
    demand((await world.status(ids.bet)).transaction?.state === 'rolled-back', 'a rolled back bet is not reported as rolled back');
  }),
];

const TOGETHER = 8;
const times = <Result>(work: (n: number) => Promise<Result>) => Promise.all(Array.from({ length: TOGETHER }, (_, n) => work(n)));

const CONCURRENT: readonly Rule[] = [
  money('concurrent-bet', 'concurrent repeats of a bet cause one posting', -STAKE, async (world) => {
    const ids = world.ids();
    const answers = await times(() => world.bet(ids));
    for (const answer of answers) is(answer, 'OK', 'one of the same bets');
    demand(new Set(answers.map(({ transferId }) => transferId)).size === 1, 'they name several transfers');
  }),
  money('concurrent-wins', 'of concurrent wins of one bet with different ids one is paid', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    const answers = await times((n) => world.win({ ...ids, win: `${ids.win}${n}` }));
    demand(
      answers.filter(({ status }) => status === 'OK').length === 1,
      `${answers.filter(({ status }) => status === 'OK').length} were paid`,
    );
  }),
  money('concurrent-rollback', 'a concurrent bet and rollback leave the balance unchanged', 0n, async (world) => {
    const rounds = Array.from({ length: TOGETHER }, () => world.ids());
    await Promise.all(rounds.flatMap((ids) => [world.bet(ids), world.rollback(ids)]));
    for (const ids of rounds) is(await world.bet(ids), 'BET_ROLLED_BACK', 'the bet afterwards');
  }),
];

/** The member's session at the platform ends during the scenario. */
const EXPIRED: readonly Rule[] = [
  {
    name: 'after-expiry',
    rule: 'an expired token stops bets, but not wins, rollbacks and finish',
    without: ({ under }) => (under.expire ? undefined : 'needs --portal, to sign the member out'),
    async run(world) {
      const [won, undone, ended] = [world.ids(), world.ids(), world.ids()];
      for (const ids of [won, undone, ended]) is(await world.bet(ids), 'OK', 'a bet');
      await world.under.expire?.();
      const late = await world.bet(world.ids());
      demand(['TOKEN_EXPIRED', 'INVALID_TOKEN'].includes(late.status), `a bet with an expired token answered ${late.status}`);
      is(await world.win(won), 'OK', 'a win after expiry');
      is(await world.rollback(undone), 'OK', 'a rollback after expiry');
      is(await world.finish(ended), 'OK', 'finish after expiry');
    },
  },
];

export const PLATFORM_SCENARIOS: readonly Rule[] = [
  ...REQUEST_SCENARIOS,
  ...REPEATS,
  ...ORDER,
  ...FUNDS,
  ...TIME_OUTS,
  ...CONCURRENT,
  ...SLIP_SCENARIOS,
  ...EXPIRED,
];
