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
  money('bet-duplicate', 'the same bet again is the same answer and no second posting', -STAKE, async (world) => {
    const ids = world.ids();
    const first = await world.bet(ids);
    is(first, 'OK', 'a bet');
    const again = await world.bet(ids);
    is(again, 'OK', 'the same bet');
    demand(first.transferId !== undefined && again.transferId === first.transferId, 'the repeat names another transfer');
  }),
  money('bet-mismatch', 'the same id with another content is refused', -STAKE, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.bet(ids, { amount: String(STAKE * 2n) }), 'TRANSACTION_MISMATCH', 'another amount under the same id');
    is(await world.bet(ids, { roundId: `${ids.round}-other` }), 'TRANSACTION_MISMATCH', 'another round under the same id');
  }),
  money('win-duplicate', 'the same win again pays once', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    const first = await world.win(ids);
    is(first, 'OK', 'a win');
    const again = await world.win(ids);
    is(again, 'OK', 'the same win');
    demand(again.transferId === first.transferId, 'the repeat names another transfer');
    is(await world.win(ids, { amount: String(STAKE * 9n) }), 'TRANSACTION_MISMATCH', 'another amount under the same id');
  }),
  money('win-twice', 'a bet is settled by one win only', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.win(ids), 'OK', 'a win');
    is(await world.win({ ...ids, win: `${ids.win}2` }), 'BET_SETTLED', 'a second win with another id');
  }),
  money('rollback-duplicate', 'the same rollback again gives back once', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.rollback(ids), 'OK', 'a rollback');
    is(await world.rollback(ids), 'OK', 'the same rollback');
    is(await world.rollback({ ...ids, rollback: `${ids.rollback}2` }), 'BET_ROLLED_BACK', 'a second rollback with another id');
  }),
];

const ORDER: readonly Rule[] = [
  money('late-bet', 'a bet that comes after its rollback is refused for good', 0n, async (world) => {
    const ids = world.ids();
    const buried = await world.rollback(ids);
    demand(
      ['OK', 'BET_NOT_FOUND', 'TRANSACTION_NOT_FOUND'].includes(buried.status),
      `the rollback of an unknown bet answered ${buried.status}`,
    );
    for (const tries of [1, 2]) is(await world.bet(ids), 'BET_ROLLED_BACK', `the late bet, try ${tries},`);
  }),
  money('bet-after-rollback', 'a bet that was taken back stays so', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.rollback(ids), 'OK', 'its rollback');
    is(await world.bet(ids), 'BET_ROLLED_BACK', 'the same bet');
  }),
  money('win-after-rollback', 'a bet that was taken back wins nothing', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.rollback(ids), 'OK', 'its rollback');
    is(await world.win(ids), 'BET_ROLLED_BACK', 'its win');
  }),
  money('rollback-after-win', 'a bet that was settled is not taken back', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.win(ids), 'OK', 'its win');
    is(await world.rollback(ids), 'BET_SETTLED', 'its rollback');
  }),
  money('out-of-order', 'a win before its bet is refused, and accepted once the bet is there', 0n, async (world) => {
    const ids = world.ids();
    is(await world.win(ids), 'BET_NOT_FOUND', 'a win before its bet');
    is(await world.bet(ids), 'OK', 'the bet');
    is(await world.win(ids), 'OK', 'the same win after its bet');
  }),
  money('zero-win', 'a win of nothing closes the round', -STAKE, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.win(ids, { amount: '0' }), 'OK', 'a win of nothing');
    is(await world.bet({ ...ids, bet: `${ids.bet}2` }), 'ROUND_CLOSED', 'another bet of the round');
  }),
  money('finish', 'nothing follows the end of a round; the end may be told twice', -STAKE, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    is(await world.finish(ids), 'OK', 'finish');
    is(await world.finish(ids), 'OK', 'finish once more');
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
  money('time-out', 'after silence the status is told, and a rollback makes good whatever happened', 0n, async (world) => {
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
  money('status', 'what became of a transaction is told', 0n, async (world) => {
    const ids = world.ids();
    is(await world.status(ids.bet), 'TRANSACTION_NOT_FOUND', 'the status of nothing');
    is(await world.bet(ids), 'OK', 'a bet');
    demand((await world.status(ids.bet)).transaction?.state === 'accepted', 'an accepted bet is not told as accepted');
    is(await world.rollback(ids), 'OK', 'its rollback');
    demand((await world.status(ids.bet)).transaction?.state === 'rolled-back', 'a bet that was taken back is not told so');
  }),
];

const TOGETHER = 8;
const times = <Result>(work: (n: number) => Promise<Result>) => Promise.all(Array.from({ length: TOGETHER }, (_, n) => work(n)));

const CONCURRENT: readonly Rule[] = [
  money('concurrent-bet', 'the same bet many times at once is one posting', -STAKE, async (world) => {
    const ids = world.ids();
    const answers = await times(() => world.bet(ids));
    for (const answer of answers) is(answer, 'OK', 'one of the same bets');
    demand(new Set(answers.map(({ transferId }) => transferId)).size === 1, 'they name several transfers');
  }),
  money('concurrent-wins', 'of many wins of one bet, each with its own id, one is paid', 0n, async (world) => {
    const ids = world.ids();
    is(await world.bet(ids), 'OK', 'a bet');
    const answers = await times((n) => world.win({ ...ids, win: `${ids.win}${n}` }));
    demand(
      answers.filter(({ status }) => status === 'OK').length === 1,
      `${answers.filter(({ status }) => status === 'OK').length} were paid`,
    );
  }),
  money('concurrent-rollback', 'a bet and its rollback at once leave nothing', 0n, async (world) => {
    const rounds = Array.from({ length: TOGETHER }, () => world.ids());
    await Promise.all(rounds.flatMap((ids) => [world.bet(ids), world.rollback(ids)]));
    for (const ids of rounds) is(await world.bet(ids), 'BET_ROLLED_BACK', 'the bet afterwards');
  }),
];

/** The member's session at the platform ends during the scenario. */
const EXPIRED: readonly Rule[] = [
  {
    name: 'after-expiry',
    rule: 'an expired token stops bets, and neither wins nor rollbacks nor the end of a round',
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
