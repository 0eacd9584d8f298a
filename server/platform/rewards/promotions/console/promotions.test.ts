import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { HOUR_MS, zonedMinute } from '../../../../../shared/time.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';
import { draft as raffleDraft, rafflesOn } from '../../raffle/test-raffle.ts';

let test: TestPlatform;
let operator: TestOperator;
beforeAll(async () => {
  test = await openTestPlatform();
  operator = await signInAs(test, 'cashier');
  await operator.get('/promotions');
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const inHours = (hours: number) => zonedMinute(new Date(test.clock.now().getTime() + hours * HOUR_MS), 'UTC').replace(' ', 'T');
const save = (form: object) =>
  operator.post('/promotions/save', {
    id: '',
    type: 'rebate',
    from: '',
    to: inHours(24),
    claimDays: '7',
    minLevel: '1',
    newDays: '0',
    'title-EN': 'Blocks',
    reason: 'A test of the blocks',
    ...form,
  });
const newest = () => test.db.selectFrom('promotion').selectAll().orderBy('created_at', 'desc').orderBy('id').executeTakeFirstOrThrow();

const CASHBACK = { block: 'cashback', percent: '10', amount: '20', budget: '200', categories: 'RNG, FISH' };

it('makes cashback with a preview and terms, and refuses a share or games that it cannot have', async () => {
  for (const wrong of [{ percent: '' }, { percent: '50.01' }, { categories: 'PVP' }, { pays: 'rounds' }, { amount: '' }, { budget: '19' }])
    expect([wrong, (await save({ ...CASHBACK, ...wrong })).status]).toEqual([wrong, 422]);
  const saved = await save(CASHBACK);
  expect(saved.headers.location).toContain('done_promotionSaved');
  const row = await newest();
  expect(row).toMatchObject({ block: 'cashback', percent: 1_000, amount: '200000', target: '0', tickets: 0, categories: ['RNG', 'FISH'] });
  const page = (await operator.get(`/promotions/items/${row.id}`)).text;
  for (const words of ['10% of your net loss in the period', 'Cost without the budget', 'It is paid once, after the end'])
    expect(page).toContain(words);
  expect((await operator.post('/promotions/publish', { id: row.id, reason: 'It is right' })).headers.location).toContain('Published');
});

it('makes tickets of a published raffle, in its own unit, and refuses one that does not fit', async () => {
  const { desk } = rafflesOn(test.db, test.clock);
  const [open, short, drafted] = await test.db.transaction().execute(async (tx) => {
    const now = test.clock.now();
    const rows = [
      await desk.save(
        tx,
        undefined,
        raffleDraft(now, { ends_at: new Date(now.getTime() + 30 * HOUR_MS), draws_at: new Date(now.getTime() + 31 * HOUR_MS) }),
      ),
    ];
    rows.push(
      await desk.save(tx, undefined, raffleDraft(now, { ends_at: new Date(now.getTime() + HOUR_MS) })),
      await desk.save(tx, undefined, raffleDraft(now)),
    );
    for (const row of rows.slice(0, 2)) await desk.publish(tx, row.id);
    return rows.map(({ id }) => id);
  });
  test.clock.advance(1_000);
  const tickets = { block: 'stake', target: '100', pays: 'tickets', raffle: open, tickets: '4', budget: '40' };
  for (const wrong of [
    { raffle: short },
    { raffle: drafted },
    { raffle: 'none' },
    { tickets: '0' },
    { tickets: '101' },
    { budget: '3' },
    { budget: '40.5' },
    { amount: '5' },
    { points: '5' },
    { block: 'deposit', percent: '10' },
    { block: 'cashback', percent: '10' },
    { from: inHours(-2) },
  ])
    expect([wrong, (await save({ ...tickets, ...wrong })).status]).toEqual([wrong, 422]);
  expect((await save(tickets)).headers.location).toContain('done_promotionSaved');
  const row = await test.db.selectFrom('promotion').selectAll().where('tickets', '>', 0).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ tickets: 4, amount: '0', points: '0', budget: '40', gives: { kind: 'tickets', raffleId: open } });
  const page = (await operator.get(`/promotions/items/${row.id}`)).text;
  for (const words of ['4 tickets of the raffle', '0 tickets / 40 tickets']) expect(page).toContain(words);
  expect((await operator.get('/promotions/new')).text).toContain(`value="${open}"`);
});

it('refuses free rounds of a stake that their slot does not take, at its field, and a game without free rounds', async () => {
  const rounds = {
    block: 'stake',
    target: '100',
    pays: 'rounds',
    payDays: '3',
    game: 'BKOI_BLUE_KOI_GARDEN',
    rounds: '10',
    budget: '2000',
  };
  const errorAt = (page: string, field: string) =>
    new RegExp(`name="${field}"(?:(?!class="field")[\\s\\S])*?class="error">([^<]*)<`).exec(page)?.[1];
  const tryOut = async (more: object) => (await save({ ...rounds, formPage: '/promotions/new', ...more })).text;
  for (const stake of ['0.20', '0.37'])
    expect(errorAt(await tryOut({ stake }), 'stake')).toBe('Choose a stake from $0.25 to $100.00, in steps of $0.25.');
  expect(errorAt(await tryOut({ game: 'EMBER_EMBER_DICE', stake: '1' }), 'game')).toContain('Choose slots');
  expect((await save({ ...rounds, stake: '0.25' })).headers.location).toContain('done_promotionSaved');
  const row = await newest();
  // As a draft is that was saved before stakes were checked.
  await test.db
    .updateTable('promotion')
    .set({ gives: JSON.stringify({ ...row.gives, stake: '3700' }) })
    .where('id', '=', row.id)
    .execute();
  const published = await operator.post('/promotions/publish', { id: row.id, reason: 'It is right' });
  expect([published.status, (await newest()).state]).toEqual([422, 'draft']);
});
