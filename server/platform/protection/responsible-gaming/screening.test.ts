import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccountsTest, accountsTest, PASSWORD } from '../../identity/accounts/test-accounts.ts';
import { signInAs, type TestOperator } from '../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';

let test: TestPlatform;
let at: AccountsTest;
let names = 0;
beforeAll(async () => {
  test = await openTestPlatform();
  at = accountsTest(test);
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

interface Player {
  readonly id: string;
  readonly account: string;
  readonly token: string;
  /** The browser's new device token. */
  readonly device: string;
}

function headersOf(device: string | undefined): Record<string, string> {
  return device === undefined ? {} : { 'X-Device-Token': device };
}

/** Registers with a new browser, or with that of another player. */
async function register(device?: string, more: object = {}): Promise<Player> {
  names += 1;
  const account = `screen${names}`;
  const answer = await at.send(
    'member.register',
    { body: { username: account, password: PASSWORD, agreed: true, ...more }, headers: headersOf(device) },
    'register',
  );
  if (!answer.success) throw new Error(`${account}: ${answer.code} ${JSON.stringify(answer.errors ?? {})}`);
  const id = String((await at.member(account)).id);
  return { id, account, token: answer.value.token, device: answer.value.deviceToken || device };
}
const exclude = async ({ token, account }: Player, length = 'ever') => {
  const answer = await at.send('protection.exclude', { token, body: { length, agreed: true, typedName: account } });
  expect(answer.success).toBe(true);
};
const deposit = async ({ token }: Pick<Player, 'token'>) =>
  at.send('deposit.create', { token, body: { channel: 'DEMO_BANK', amount: '50', reference: randomUUID() } });
const launch = async ({ token }: Pick<Player, 'token'>) => at.send('games.launch', { token, body: { gameId: 'NOVA_COMET_DICE' } });
const freePlay = (device?: string) =>
  at.send(
    'session.freePlay',
    {
      body: { os: 'Linux', platform: 'W', random: randomUUID(), gatewayVersion: 3 },
      headers: headersOf(device),
    },
    'freeplay',
  );
const reviews = (memberId: string) =>
  test.db.selectFrom('account_review').selectAll().where('member_id', '=', memberId).orderBy('id').execute();
const isHeld = async (player: Player) => [(await deposit(player)).code, (await launch(player)).code];
const HELD = ['account_held', 'account_held'];

describe('a new account', () => {
  let excluded: Player;
  beforeEach(async () => {
    excluded = await register();
  });

  it('from the browser of an excluded member is held, and learns nothing of the other account', async () => {
    await exclude(excluded);
    const second = await register(excluded.device);
    expect(await isHeld(second)).toEqual(HELD);
    const refusal = await deposit(second);
    expect(JSON.stringify(refusal)).not.toMatch(new RegExp(`${excluded.account}|${excluded.id}|exclu|excluded`, 'i'));
    expect(refusal.message).toContain('customer service');
    expect((await at.send('wallet.balance', { token: second.token })).value).toMatchObject({ held: { message: refusal.message } });
    expect((await at.send('content.availablePromotions', { token: second.token })).value?.availablePromoCount ?? 0).toBe(0);
    expect(await reviews(second.id)).toMatchObject([{ other_id: excluded.id, subject: 'exclusion', grounds: 'browser', state: 'open' }]);
  });

  it('from the browser of an excluded member is held from its registration on, before its first request', async () => {
    await exclude(excluded);
    const second = await register(excluded.device);
    expect((await launch(second)).code).toBe('account_held');
    expect(await reviews(second.id)).toMatchObject([{ other_id: excluded.id, grounds: 'browser' }]);
  });

  it('is held through any number of accounts that the browser has had between', async () => {
    await exclude(excluded);
    const second = await register(excluded.device);
    const third = await register(second.device);
    expect(await isHeld(third)).toEqual(HELD);
    expect((await reviews(third.id)).map(({ other_id }) => other_id)).toEqual([excluded.id]);
  });

  it('is not held in another browser, nor where only a time-out runs', async () => {
    expect(await isHeld(await register())).not.toContain('account_held');
    await at.send('protection.timeOut', { token: excluded.token, body: { length: '24h', agreed: true } });
    expect(await isHeld(await register(excluded.device))).not.toContain('account_held');
  });

  it('is found at the first deposit by a later trait: a mailbox in another spelling', async () => {
    await at.verify(excluded.account, { email: `gull.${names}@gmail.com` });
    await exclude(excluded);
    const second = await register();
    expect((await launch(second)).code).not.toBe('account_held');
    await at.verify(second.account, { email: `gull${names - 1}+new@googlemail.com` });
    expect((await deposit(second)).code).toBe('account_held');
    expect(await reviews(second.id)).toMatchObject([{ other_id: excluded.id, grounds: 'contact' }]);
  });

  it('is found at registration by name with birth date, in any spelling', async () => {
    await askAtRegistration(true);
    const first = await register(undefined, { payeeName: 'Zoë Ångström-Lý', birthday: '1990-04-30' });
    await exclude(first);
    const second = await register(undefined, { payeeName: 'LY ANGSTROM ZOE', birthday: '1990-04-30' });
    const namesake = await register(undefined, { payeeName: 'Zoe Angstrom Ly', birthday: '1990-05-01' });
    await askAtRegistration(false);
    expect(await isHeld(second)).toEqual(HELD);
    expect(await reviews(second.id)).toMatchObject([{ other_id: first.id, subject: 'exclusion', grounds: 'person', state: 'open' }]);
    expect(await isHeld(namesake)).not.toContain('account_held');
    expect(await reviews(namesake.id)).toEqual([]);
  });

  it('is found at the first deposit by name with birth date entered later, but not by one of them', async () => {
    const profile = ({ token }: Player, body: object) => at.send('profile.update', { token, body });
    expect((await profile(excluded, { payeeName: 'Mai Tran', birthday: '1988-02-03' })).success).toBe(true);
    await exclude(excluded);
    const second = await register();
    await profile(second, { payeeName: 'Tran Mai' });
    expect((await deposit(second)).code).not.toBe('account_held');
    await profile(second, { birthday: '1988-02-03' });
    expect((await deposit(second)).code).toBe('account_held');
    expect(await reviews(second.id)).toMatchObject([{ other_id: excluded.id, grounds: 'person' }]);
  });

  it('is found by a payout account, which is accepted without a hint', async () => {
    const payout = (player: Player, holder: string, accountNumber: string) =>
      at.send('payout.add', { token: player.token, body: { provider: 'HARBOUR_BANK', holder, accountNumber } });
    const number = `55660${Date.now()}`;
    await payout(excluded, 'Zoë Ångström', number);
    await exclude(excluded);
    const second = await register();
    expect((await payout(second, 'Other Name', number)).success).toBe(true);
    expect((await deposit(second)).code).toBe('account_held');
    expect((await reviews(second.id)).map(({ subject, grounds }) => [subject, grounds])).toEqual([
      ['payout', 'payout'],
      ['exclusion', 'payout'],
    ]);
  });

  it('with an earlier deposit is not held', async () => {
    const second = await register(excluded.device);
    await countDeposit(second.id);
    await exclude(excluded);
    expect((await deposit(second)).code).not.toBe('account_held');
  });
});

describe('an existing account at a member’s exclusion', () => {
  const payout = (player: Player, accountNumber: string) =>
    at.send('payout.add', { token: player.token, body: { provider: 'HARBOUR_BANK', holder: 'Zoë Ångström', accountNumber } });

  it('is held if it shares more than the browser, with or without deposits, until an operator releases it', async () => {
    const excluded = await register();
    const second = await register(excluded.device);
    const number = `66770${Date.now()}`;
    for (const player of [excluded, second]) expect((await payout(player, number)).success).toBe(true);
    await countDeposit(second.id);
    expect(await isHeld(second)).not.toContain('account_held');
    await exclude(excluded);
    expect(await isHeld(second)).toEqual(HELD);
    expect((await reviews(second.id)).find(({ subject }) => subject === 'exclusion')).toMatchObject({
      other_id: excluded.id,
      grounds: 'browser,payout',
      state: 'open',
    });
    expect(await reviews(excluded.id)).toMatchObject([]);
  });

  it('is not held for a shared family browser or network', async () => {
    const excluded = await register();
    const second = await register(excluded.device);
    await countDeposit(second.id);
    await exclude(excluded);
    expect(await isHeld(second)).not.toContain('account_held');
    expect(await reviews(second.id)).toEqual([]);
  });

  it('is not held for a time-out', async () => {
    const resting = await register();
    const second = await register();
    const number = `77880${Date.now()}`;
    for (const player of [resting, second]) await payout(player, number);
    await at.send('protection.timeOut', { token: resting.token, body: { length: '24h', agreed: true } });
    expect(await isHeld(second)).not.toContain('account_held');
  });
});

/** Simulates a credited deposit. */
/** Name and birth date as fields of the registration form. */
async function askAtRegistration(enabled: boolean): Promise<void> {
  for (const field of ['payeeName', 'birthday'])
    await sql`update merchant set settings = jsonb_set(settings, array['registration', 'fields', ${field}::text, 'enabled'], ${String(enabled)}::jsonb)
               where code = ${test.merchant}`.execute(test.db);
}

async function countDeposit(memberId: string): Promise<void> {
  await sql`insert into protection_member (member_id, deposits) values (${memberId}, 10000)
    on conflict (member_id) do update set deposits = 10000`.execute(test.db);
}

describe('free play', () => {
  it('is refused in the browser of a member with an exclusion or a break', async () => {
    const member = await register();
    expect((await freePlay(member.device)).success).toBe(true);
    await at.send('protection.timeOut', { token: member.token, body: { length: '24h', agreed: true } });
    expect((await freePlay(member.device)).code).toBe('free_play_closed');
    expect((await freePlay()).success).toBe(true);
  });

  it('that was opened before opens no more games', async () => {
    const member = await register();
    const { value } = await freePlay(member.device);
    expect((await launch(value)).success).toBe(true);
    await exclude(member);
    expect((await launch(value)).code).toBe('free_play_closed');
  });
});

describe('turnover', () => {
  it('of own deposits is waived for a withdrawal during an exclusion, not during a break', async () => {
    const member = await register();
    await sql`insert into turnover_requirement (member_id, source, units, percent, required, arrived_at, begins, ends, created_at)
      values (${member.id}, 'deposit:d1', 400000, 100, 400000, 0, 0, 400000, now())`.execute(test.db);
    const turnover = async () => (await at.send('withdrawal.options', { token: member.token })).value?.turnover;
    expect(await turnover()).toEqual({ left: '40.0000', required: '40.0000' });
    await at.send('protection.timeOut', { token: member.token, body: { length: '24h', agreed: true } });
    expect(await turnover()).toEqual({ left: '40.0000', required: '40.0000' });
    await exclude(member, '6m');
    expect(await turnover()).toEqual({ left: '0.0000', required: '0.0000', waived: '40.0000' });
  });
});

describe('operators', () => {
  let risk: TestOperator;
  let second: Player;
  const open = async () => {
    const excluded = await register();
    await exclude(excluded);
    second = await register(excluded.device);
    return { excluded, id: (await reviews(second.id))[0]?.id ?? '' };
  };
  beforeAll(async () => {
    risk = await signInAs(test, 'risk');
    await risk.get('');
  });

  it('see a match with both accounts, and release it with a reason in the log', async () => {
    const { excluded, id } = await open();
    expect((await risk.get('/reviews')).text).toContain(second.account);
    const page = await risk.get(`/reviews/${id}`);
    for (const text of [second.account, excluded.account, 'browser']) expect(page.text).toContain(text);
    expect((await risk.post('/reviews/release', { id, reason: '' })).status).toBe(422);
    expect((await risk.post('/reviews/release', { id, reason: 'Sister, passport seen' })).headers.location).toContain(
      'done_reviewReleased',
    );
    expect(await isHeld(second)).not.toContain('account_held');
    const line = await test.db.selectFrom('operator_log').selectAll().where('object', '=', `review:${id}`).executeTakeFirstOrThrow();
    expect(line).toMatchObject({ action: 'review.release', operator: risk.name, reason: 'Sister, passport seen' });
    // A released pair of accounts is not held again.
    expect((await deposit(second)).code).not.toBe('account_held');
    expect((await risk.post('/reviews/confirm', { id, reason: 'Changed my mind' })).text).toContain('already decided');
  });

  it('confirm a match: the account stays held', async () => {
    const { id } = await open();
    expect((await risk.post('/reviews/confirm', { id, reason: 'Same person' })).headers.location).toContain('done_reviewConfirmed');
    expect(await isHeld(second)).toEqual(HELD);
  });

  it('of two matches must release both', async () => {
    const [first, other] = [await register(), await register()];
    await at.verify(other.account, { mobile: `+61491570${100 + names}` });
    for (const player of [first, other]) await exclude(player);
    second = await register(first.device);
    await passMobile(other, second);
    await deposit(second);
    const found = await reviews(second.id);
    expect(found.map(({ other_id }) => other_id).toSorted()).toEqual([first.id, other.id].toSorted());
    await Promise.all(found.slice(0, 1).map(({ id }) => risk.post('/reviews/release', { id, reason: 'Not the same' })));
    expect(await isHeld(second)).toEqual(HELD);
    await risk.post('/reviews/release', { id: found[1]?.id ?? '', reason: 'Not the same' });
    expect(await isHeld(second)).not.toContain('account_held');
  });

  it('with read access only cannot decide', async () => {
    const { id } = await open();
    const support = await signInAs(test, 'support');
    await support.get('');
    expect((await support.get(`/reviews/${id}`)).status).toBe(200);
    expect((await support.post('/reviews/release', { id, reason: 'Please' })).status).toBe(403);
  });
});

/** Moves a verified number to another member: the unique index keeps the numbers of members distinct. */
async function passMobile(from: Player, to: Player): Promise<void> {
  const { mobile, mobile_key, mobile_verified_at } = await test.db
    .selectFrom('member')
    .select(['mobile', 'mobile_key', 'mobile_verified_at'])
    .where('id', '=', from.id)
    .executeTakeFirstOrThrow();
  await test.db.updateTable('member').set({ mobile_verified_at: null }).where('id', '=', from.id).execute();
  await test.db.updateTable('member').set({ mobile, mobile_key, mobile_verified_at }).where('id', '=', to.id).execute();
}
