import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inboxList } from '../../../../../shared/api/inbox/calls.ts';
import { rewardList } from '../../../../../shared/api/reward-centre/calls.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';

let test: TestPlatform;
let cashier: TestOperator;
let game: string;
let name: string;
let other: string;
beforeAll(async () => {
  test = await openTestPlatform();
  cashier = await signInAs(test, 'cashier');
  await cashier.get('/free-rounds');
  const slots = test.db.selectFrom('game').select(['id', 'name']).where('category', '=', 'RNG').where('enabled', '=', true).orderBy('id');
  const [first, second] = await slots.limit(2).execute();
  [game, name, other] = [first?.id ?? '', first?.name ?? '', second?.id ?? ''];
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const ORDER = { account: 'demo01', rounds: '10', stake: '1', days: '7', wagering: '', bonusDays: '', reason: 'Thank you for waiting' };
const give = (id: string, more: object = {}) => cashier.post('/free-rounds/give', { id, games: game, ...ORDER, ...more });
const waiting = async () =>
  (await test.call(rewardList, { token: await test.login('demo01') })).body.value.rewards.filter(
    ({ source }: { readonly source: string }) => source === 'rounds',
  );

it('gives free rounds once for each form, shows them to the member, and takes back what is left', async () => {
  expect((await give('f_test-1', { account: 'nobody77' })).text).toContain('No account has this user name');
  expect((await give('f_test-1', { stake: '50' })).text).toContain('a second operator must agree');
  for (const wrong of [
    { games: 'NO_SUCH_GAME' },
    { games: ' ' },
    { rounds: '0' },
    { rounds: '501' },
    { stake: '0.205' },
    { wagering: '0' },
    { stake: '0.20' },
    { stake: '0.37' },
  ])
    expect((await give('f_test-1', wrong)).status).toBe(422);
  expect(await waiting()).toEqual([]);
  expect((await give('f_test-1')).headers.location).toContain('done_freeRoundsGiven');
  expect((await give('f_test-1')).headers.location).toContain('done_freeRoundsGiven');
  expect((await give('f_test-1', { rounds: '11' })).status).toBe(422);
  expect((await give('f_test-2', { wagering: '5' })).headers.location).toContain('done_freeRoundsGiven');
  const messages = (await test.call(inboxList, { token: await test.login('demo01') })).body.value.messages;
  expect(messages.filter(({ href }: { readonly href: string }) => href === `/game?gameId=${game}`)).toHaveLength(2);
  const rewards = await waiting();
  expect(rewards).toMatchObject([{ step: 'open', amount: null, href: `/game?gameId=${game}` }, { step: 'open' }]);
  expect(rewards[0].name).toContain('10 of 10 free rounds');
  expect(rewards[0].note).toContain('Wins are real money');
  expect(rewards[1].note).toContain('bet 5 times');
  const page = (await cashier.get('/free-rounds')).text;
  // Games are chosen by name, and a refused form keeps the choice.
  expect(page).toMatch(new RegExp(`<option value="${game}">[^<]* · ${name}</option>`));
  const refused = (await give('f_test-3', { games: [game, other], rounds: '0', formPage: '/free-rounds' })).text;
  for (const chosen of [game, other]) expect(refused).toMatch(new RegExp(`<option value="${chosen}" selected`));
  expect((await give('f_test-3', { games: [game, other] })).headers.location).toContain('done_freeRoundsGiven');
  for (const words of ['demo01', name, '0 / 10', ORDER.reason]) expect(page).toContain(words);
  const [grant] = await test.db.selectFrom('free_round_grant').select('id').orderBy('id').execute();
  const withdraw = () => cashier.post('/free-rounds/withdraw', { id: grant?.id ?? '', reason: 'Given by mistake' });
  expect((await withdraw()).headers.location).toContain('done_freeRoundsWithdrawn');
  expect((await withdraw()).status).toBe(422);
  expect(await waiting()).toHaveLength(2);
});

const SLOT = 'BKOI_BLUE_KOI_GARDEN';
const errorAt = (page: string, field: string) =>
  new RegExp(`name="${field}"(?:(?!class="field")[\\s\\S])*?class="error">([^<]*)<`).exec(page)?.[1];

it('refuses games of two vendors and a stake that a game does not take, at their fields, and offers only slots', async () => {
  const page = (await cashier.get('/free-rounds')).text;
  expect(page).toContain(`value="${SLOT}"`);
  expect(page).not.toContain('value="EMBER_EMBER_DICE"');
  const tryOut = async (more: object) => (await give('f_test-4', { games: SLOT, rounds: '1', formPage: '/free-rounds', ...more })).text;
  const stakes = 'Choose a stake from $0.25 to $100.00, in steps of $0.25';
  for (const stake of ['0.20', '0.37', '100.25']) expect(errorAt(await tryOut({ stake }), 'stake')).toContain(stakes);
  const both = { games: [SLOT, 'BKOI_CALLIGRAPHY_CARDS'], stake: '0.25' };
  expect(errorAt(await tryOut(both), 'stake')).toContain('Choose a stake from $1.00 to $100.00, in steps of $1.00');
  const two = errorAt(await tryOut({ games: [SLOT, 'EMBER_ANVIL_GOLD'] }), 'games');
  for (const words of ['one provider', 'Blue Koi Garden', 'Anvil Gold', 'Ember Forge']) expect(two).toContain(words);
  expect(errorAt(await tryOut({ games: 'EMBER_EMBER_DICE' }), 'games')).toContain('Choose slots');
  expect(await test.db.selectFrom('free_round_grant').select('id').where('reference', '=', 'operator:f_test-4').execute()).toEqual([]);
});

it('sends messages that say what wins must be bet, that rounds are withdrawn, and how many games they are for', async () => {
  const token = await test.login('demo01');
  const inbox = async () => (await test.call(inboxList, { token })).body.value.messages as readonly { readonly text: string }[];
  const more = { games: [SLOT, 'BKOI_CALLIGRAPHY_CARDS', 'BKOI_KOI_GEMS'], wagering: '3' };
  expect((await give('f_test-5', more)).headers.location).toContain('done_freeRoundsGiven');
  const [given] = await inbox();
  expect(given?.text).toContain('must be bet 3 times');
  const { rewards } = (await test.call(rewardList, { token })).body.value;
  expect(rewards.map(({ name }: { readonly name: string }) => name).join()).toContain('Blue Koi Garden and 2 more');
  const grant = await test.db.selectFrom('free_round_grant').select('id').where('reference', '=', 'operator:f_test-5').executeTakeFirst();
  await cashier.post('/free-rounds/withdraw', { id: grant?.id ?? '', reason: 'Given by mistake' });
  const [withdrawn] = await inbox();
  expect(withdrawn?.text).toContain('free rounds of Blue Koi Garden and 2 more');
  expect(withdrawn?.text).toContain('withdrawn. Not played: 10.');
});
