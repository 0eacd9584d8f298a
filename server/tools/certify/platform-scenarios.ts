import { paidDecimals } from '../../../shared/money/paid-decimals.ts';
import { REQUEST_SCENARIOS } from './platform-requests.ts';
import { SLIP_SCENARIOS } from './platform-slips.ts';
import { expectBalanceChange, expectStatus, type PlatformWorld } from './platform-world.ts';
import { demand, NotOffered, type Scenario } from './report.ts';

type Rule = Scenario<PlatformWorld>;

/** A scenario that checks by how many stakes the balance changes. */
function money(name: string, rule: string, by: 0 | -1, play: (world: PlatformWorld) => Promise<void>): Rule {
  return {
    name,
    rule,
    async run(world) {
      const before = await world.balance();
      demand(before >= world.stake * 20n, `the member needs a balance of at least ${world.stake * 20n} units`);
      await play(world);
      await expectBalanceChange(world, before, BigInt(by) * world.stake);
    },
  };
}

const REPEATS: readonly Rule[] = [
  money('bet-duplicate', 'a repeated bet gets the same answer and no second posting', -1, async (world) => {
    const ids = world.ids();
    const first = await world.bet(ids);
    expectStatus(first, 'OK', 'a bet');
    const again = await world.bet(ids);
    expectStatus(again, 'OK', 'the same bet');
    demand(first.transferId !== undefined && again.transferId === first.transferId, 'the repeat names another transfer');
  }),
  money('bet-mismatch', 'an id with other content is refused', -1, async (world) => {
    const ids = world.ids();
    expectStatus(await world.bet(ids), 'OK', 'a bet');
    expectStatus(await world.bet(ids, { amount: String(world.stake * 2n) }), 'TRANSACTION_MISMATCH', 'another amount under the same id');
    expectStatus(await world.bet(ids, { roundId: `${ids.round}-other` }), 'TRANSACTION_MISMATCH', 'another round under the same id');
  }),
  money('win-duplicate', 'a repeated win pays once', 0, async (world) => {
    const ids = world.ids();
    expectStatus(await world.bet(ids), 'OK', 'a bet');
    const first = await world.win(ids);
    expectStatus(first, 'OK', 'a win');
    const again = await world.win(ids);
    expectStatus(again, 'OK', 'the same win');
    demand(again.transferId === first.transferId, 'the repeat names another transfer');
    expectStatus(await world.win(ids, { amount: String(world.stake * 9n) }), 'TRANSACTION_MISMATCH', 'another amount under the same id');
  }),
  money('win-twice', 'only one win settles a bet', 0, async (world) => {
    const ids = world.ids();
    expectStatus(await world.bet(ids), 'OK', 'a bet');
    expectStatus(await world.win(ids), 'OK', 'a win');
    expectStatus(await world.win({ ...ids, win: `${ids.win}2` }), 'BET_SETTLED', 'a second win with another id');
  }),
  money('rollback-duplicate', 'a repeated rollback refunds once', 0, async (world) => {
    const ids = world.ids();
    expectStatus(await world.bet(ids), 'OK', 'a bet');
    expectStatus(await world.rollback(ids), 'OK', 'a rollback');
    expectStatus(await world.rollback(ids), 'OK', 'the same rollback');
    expectStatus(await world.rollback({ ...ids, rollback: `${ids.rollback}2` }), 'BET_ROLLED_BACK', 'a second rollback with another id');
  }),
];

const ORDER: readonly Rule[] = [
  money('late-bet', 'a bet after its rollback is always refused', 0, async (world) => {
    const ids = world.ids();
    const rollbackReply = await world.rollback(ids);
    demand(
      ['OK', 'BET_NOT_FOUND', 'TRANSACTION_NOT_FOUND'].includes(rollbackReply.status),
      `the rollback of an unknown bet answered ${rollbackReply.status}`,
    );
    for (const tries of [1, 2]) expectStatus(await world.bet(ids), 'BET_ROLLED_BACK', `the late bet, try ${tries},`);
  }),
  money('bet-after-rollback', 'a rolled back bet cannot be placed again', 0, async (world) => {
    const ids = world.ids();
    expectStatus(await world.bet(ids), 'OK', 'a bet');
    expectStatus(await world.rollback(ids), 'OK', 'its rollback');
    expectStatus(await world.bet(ids), 'BET_ROLLED_BACK', 'the same bet');
  }),
  money('win-after-rollback', 'a rolled back bet cannot win', 0, async (world) => {
    const ids = world.ids();
    expectStatus(await world.bet(ids), 'OK', 'a bet');
    expectStatus(await world.rollback(ids), 'OK', 'its rollback');
    expectStatus(await world.win(ids), 'BET_ROLLED_BACK', 'its win');
  }),
  money('rollback-after-win', 'a settled bet cannot be rolled back', 0, async (world) => {
    const ids = world.ids();
    expectStatus(await world.bet(ids), 'OK', 'a bet');
    expectStatus(await world.win(ids), 'OK', 'its win');
    expectStatus(await world.rollback(ids), 'BET_SETTLED', 'its rollback');
  }),
  money('out-of-order', 'a win before its bet is refused, and accepted after the bet', 0, async (world) => {
    const ids = world.ids();
    expectStatus(await world.win(ids), 'BET_NOT_FOUND', 'a win before its bet');
    expectStatus(await world.bet(ids), 'OK', 'the bet');
    expectStatus(await world.win(ids), 'OK', 'the same win after its bet');
  }),
  money('zero-win', 'a win of zero closes the round', -1, async (world) => {
    const ids = world.ids();
    expectStatus(await world.bet(ids), 'OK', 'a bet');
    expectStatus(await world.win(ids, { amount: '0' }), 'OK', 'a win of zero');
    expectStatus(await world.bet({ ...ids, bet: `${ids.bet}2` }), 'ROUND_CLOSED', 'another bet of the round');
  }),
  money('finish', 'a finished round takes no further instructions; finish may be repeated', -1, async (world) => {
    const ids = world.ids();
    expectStatus(await world.bet(ids), 'OK', 'a bet');
    expectStatus(await world.finish(ids), 'OK', 'finish');
    expectStatus(await world.finish(ids), 'OK', 'a repeated finish');
    expectStatus(await world.bet({ ...ids, bet: `${ids.bet}2` }), 'ROUND_CLOSED', 'another bet of the round');
    expectStatus(await world.win(ids), 'ROUND_CLOSED', 'a win');
  }),
];

const FUNDS: readonly Rule[] = [
  money('insufficient-funds', 'a bet above the balance is refused with the balance, and stays refused', 0, async (world) => {
    const whole = await world.balance();
    const [held, ids] = [world.ids(), world.ids()];
    expectStatus(await world.bet(held), 'OK', 'a bet');
    const more = { amount: String(whole - (whole % world.stake)) };
    const refused = await world.bet(ids, more);
    // A member's own limit may be below the balance.
    demand(['INSUFFICIENT_FUNDS', 'LIMIT_REACHED'].includes(refused.status), `a bet above the balance answered ${refused.status}`);
    demand(refused.balance === String(whole - world.stake), 'the refusal does not name the balance');
    expectStatus(await world.rollback(held), 'OK', 'a rollback of the other bet');
    expectStatus(await world.bet(ids, more), refused.status, 'the same bet, now that there is enough,');
    expectStatus(await world.win(ids), 'BET_NOT_FOUND', 'a win of the refused bet');
    expectStatus(await world.rollback(ids), 'OK', 'a rollback of the refused bet');
  }),
];

const LIMITS: readonly Rule[] = [
  money('maximum-stake', 'a bet above the `maximumStake` of the launch is refused', 0, async (world) => {
    const { maximumStake } = world.session;
    if (maximumStake === undefined) throw new NotOffered('authenticate names no maximumStake for this member');
    const amount = maximumStake + world.stake;
    const { status } = await world.bet(world.ids(), { amount: String(amount) });
    const isWithoutFunds = status === 'INSUFFICIENT_FUNDS' && (await world.balance()) < amount;
    demand(status === 'LIMIT_REACHED' || isWithoutFunds, `a bet above maximumStake answered ${status}`);
  }),
];

const WHOLE_AMOUNTS: readonly Rule[] = [
  money('whole-amounts', 'a bet or a win with a fraction of a currency without decimals is refused', 0, async (world) => {
    const { currency } = world.session;
    if (paidDecimals(currency) > 0) throw new NotOffered(`${currency} has decimals`);
    const half = world.stake / 2n;
    const [ids, other] = [world.ids(), world.ids()];
    expectStatus(await world.bet(other, { amount: String(half) }), 'BAD_REQUEST', 'a bet of half a unit of the currency');
    expectStatus(await world.bet(ids), 'OK', 'a bet');
    expectStatus(await world.win(ids, { amount: String(world.stake + half) }), 'BAD_REQUEST', 'a win with half a unit');
    expectStatus(await world.win(ids), 'OK', 'the same win in whole units');
  }),
];

const TIME_OUTS: readonly Rule[] = [
  money('time-out', 'after a missing answer status reports the bet, and a rollback undoes it', 0, async (world) => {
    const ids = world.ids();
    await world.request('bet', world.betBody(ids), { hangUp: true }).catch(() => undefined);
    const statusReply = await world.status(ids.bet);
    demand(['OK', 'TRANSACTION_NOT_FOUND'].includes(statusReply.status), `status answered ${statusReply.status}`);
    const undone = await world.rollback(ids);
    demand(['OK', 'BET_NOT_FOUND', 'TRANSACTION_NOT_FOUND'].includes(undone.status), `the rollback answered ${undone.status}`);
    expectStatus(await world.bet(ids), 'BET_ROLLED_BACK', 'the same bet');
    const state = (await world.status(ids.bet)).transaction?.state ?? 'nothing';
    demand(['rolled-back', 'tombstone'].includes(state), `the bet is ${state}`);
  }),
  money('status', 'status reports the state of a transaction', 0, async (world) => {
    const ids = world.ids();
    expectStatus(await world.status(ids.bet), 'TRANSACTION_NOT_FOUND', 'the status of an unknown bet');
    expectStatus(await world.bet(ids), 'OK', 'a bet');
    demand((await world.status(ids.bet)).transaction?.state === 'accepted', 'an accepted bet is not reported as accepted');
    expectStatus(await world.rollback(ids), 'OK', 'its rollback');
    demand((await world.status(ids.bet)).transaction?.state === 'rolled-back', 'a rolled back bet is not reported as rolled back');
  }),
];

const TOGETHER = 8;
const times = <Result>(work: (n: number) => Promise<Result>) => Promise.all(Array.from({ length: TOGETHER }, (_, n) => work(n)));

const CONCURRENT: readonly Rule[] = [
  money('concurrent-bet', 'concurrent repeats of a bet cause one posting', -1, async (world) => {
    const ids = world.ids();
    const answers = await times(() => world.bet(ids));
    for (const answer of answers) expectStatus(answer, 'OK', 'one of the same bets');
    demand(new Set(answers.map(({ transferId }) => transferId)).size === 1, 'they name several transfers');
  }),
  money('concurrent-wins', 'of concurrent wins of one bet with different ids one is paid', 0, async (world) => {
    const ids = world.ids();
    expectStatus(await world.bet(ids), 'OK', 'a bet');
    const answers = await times((n) => world.win({ ...ids, win: `${ids.win}${n}` }));
    demand(
      answers.filter(({ status }) => status === 'OK').length === 1,
      `${answers.filter(({ status }) => status === 'OK').length} were paid`,
    );
  }),
  money('concurrent-rollback', 'a concurrent bet and rollback leave the balance unchanged', 0, async (world) => {
    const rounds = Array.from({ length: TOGETHER }, () => world.ids());
    await Promise.all(
      rounds.map(async (ids) => {
        await world.turn(ids);
        await Promise.all([world.bet(ids), world.rollback(ids)]);
      }),
    );
    for (const ids of rounds) expectStatus(await world.bet(ids), 'BET_ROLLED_BACK', 'the bet afterwards');
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
      for (const ids of [won, undone, ended]) expectStatus(await world.bet(ids), 'OK', 'a bet');
      await world.under.expire?.();
      const late = await world.bet(world.ids());
      demand(['TOKEN_EXPIRED', 'INVALID_TOKEN'].includes(late.status), `a bet with an expired token answered ${late.status}`);
      expectStatus(await world.win(won), 'OK', 'a win after expiry');
      expectStatus(await world.rollback(undone), 'OK', 'a rollback after expiry');
      expectStatus(await world.finish(ended), 'OK', 'finish after expiry');
    },
  },
];

export const PLATFORM_SCENARIOS: readonly Rule[] = [
  ...REQUEST_SCENARIOS,
  ...REPEATS,
  ...ORDER,
  ...FUNDS,
  ...LIMITS,
  ...WHOLE_AMOUNTS,
  ...TIME_OUTS,
  ...CONCURRENT,
  ...SLIP_SCENARIOS,
  ...EXPIRED,
];
