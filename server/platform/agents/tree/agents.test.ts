import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../base/db/transaction.ts';
import { accountsTest } from '../../identity/accounts/test-accounts.ts';
import { addTestMember, callNamed, openTestSession } from '../../identity/sessions/test-member.ts';
import type { AgentRules } from '../../merchant/index.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import type { InboxEntry } from '../../notify/inbox/index.ts';
import { type CallOptions, openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { createAgents } from './agents.ts';
import { uplineOf } from './index.ts';
import { createMoves } from './moves.ts';
import { termsOf } from './terms.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const PASSWORD = 'Calm-tide-93';
const TERMS = { mayRegister: true, mayAddAgents: true } as const;
const agents = () => createAgents(test);
const NO_TIES = { leaveUpline: async () => undefined, requireNone: async () => undefined };
const messages: InboxEntry[] = [];
const moves = () => createMoves({ ...test, ties: NO_TIES, inbox: { post: async (_tx, message) => void messages.push(message) } });

/** An agent with a session, and its calls. */
async function openAgent(rebateBp: number, agentId?: string) {
  const agent = await addTestMember(test, { type: 1, ...(agentId !== undefined && { columns: { agent_id: agentId } }) });
  await inTransaction(test.db, (tx) => agents().appoint(tx, agent.id, { type: 1, terms: { ...TERMS, rebateBp }, by: 'operator:test' }));
  const { token } = await openTestSession(test, agent);
  const send = async (id: string, options: CallOptions = {}) => (await test.call(callNamed(id), { token, ...options })).body;
  return { ...agent, send };
}

let count = 0;
const newName = () => `newcomer${++count}`;
const account = (more: object = {}) => ({ body: { account: newName(), password: PASSWORD, kind: 'member', rebate: '0', ...more } });

async function withRules(rules: Partial<AgentRules>, work: () => Promise<void>) {
  const { settings } = await readMerchant(test.db, test.merchant);
  await saveSettings(test.db, test.merchant, { ...settings, agents: { ...settings.agents, ...rules } });
  await work().finally(() => saveSettings(test.db, test.merchant, settings));
}

describe('an agent registers', () => {
  it('a member directly below, whose password must be changed', async () => {
    const agent = await openAgent(100);
    const { body } = account({ rebate: '0.5' });
    expect((await agent.send('agent.downlineRegister', { body })).value).toEqual({ account: body.account, kind: 'member', rebate: '0.5' });
    const { value } = await accountsTest(test).send('session.login', { body: { username: body.account, password: PASSWORD } });
    expect(value).toMatchObject({ mustChangePassword: true, member: { type: 0, toUpline: true } });
    const row = await test.db.selectFrom('member').select(['id', 'agent_id']).where('account', '=', body.account).executeTakeFirstOrThrow();
    expect([row.agent_id, (await termsOf(test.db, row.id)).rebateBp]).toEqual([agent.id, 50]);
    const { value: desk } = await agent.send('agent.desk');
    expect(desk).toMatchObject({
      rebate: '1',
      level: 1,
      levels: [{ level: 1, accounts: 1 }],
      newest: [{ account: body.account, kind: 'member' }],
    });
  });

  it('no account with a rate above the own, a used name, a weak password or a malformed rate', async () => {
    const agent = await openAgent(100);
    const refused = async (more: object) => {
      const { code, errors } = await agent.send('agent.downlineRegister', account(more));
      return [code, ...Object.keys(errors ?? {})];
    };
    expect(await refused({ rebate: '1.01' })).toEqual(['agent_rate_above', 'rebate']);
    expect(await refused({ account: 'demo01' })).toEqual(['username_taken', 'account']);
    expect(await refused({ account: 'x', password: '1' })).toEqual(['invalid_fields', 'account', 'password']);
    expect(await refused({ rebate: 'much' })).toEqual(['invalid_fields', 'rebate']);
    expect((await agent.send('agent.desk')).value.levels).toEqual([]);
  });

  it('agents down to the last level of the merchant', () =>
    withRules({ depth: 2 }, async () => {
      const top = await openAgent(100);
      const second = await openAgent(50, top.id);
      expect((await top.send('agent.downlineRegister', account({ kind: 'agent' }))).success).toBe(true);
      expect((await second.send('agent.downlineRegister', account({ kind: 'agent' }))).code).toBe('agent_depth_reached');
      expect((await second.send('agent.downlineRegister', account())).success).toBe(true);
      expect((await second.send('agent.desk')).value).toMatchObject({ level: 2, mayAddAgents: false });
    }));

  it('and sees names as the merchant shows them', () =>
    withRules({ maskBelow: 0 }, async () => {
      const agent = await openAgent(100);
      const sent = account();
      await agent.send('agent.downlineRegister', sent);
      const [newest] = (await agent.send('agent.desk')).value.newest;
      expect(newest.account).toBe(`ne•••${sent.body.account.at(-1)}`);
    }));

  it('nothing that an operator has not allowed', async () => {
    const agent = await openAgent(100);
    const appoint = (terms: object) =>
      inTransaction(test.db, (tx) =>
        agents().appoint(tx, agent.id, { type: 1, terms: { ...TERMS, rebateBp: 100, ...terms }, by: 'operator:test' }),
      );
    await appoint({ mayAddAgents: false });
    expect((await agent.send('agent.downlineRegister', account({ kind: 'agent' }))).code).toBe('agent_not_allowed');
    expect((await agent.send('agent.downlineRegister', account())).success).toBe(true);
    await appoint({ mayRegister: false });
    expect((await agent.send('agent.downlineRegister', account())).code).toBe('agent_not_allowed');
    expect((await agent.send('agent.linkCreate', { body: { name: 'One', kind: 'member', rebate: '0' } })).code).toBe('agent_not_allowed');
  });

  it('no account while registration is closed', async () => {
    const agent = await openAgent(100);
    const { settings } = await readMerchant(test.db, test.merchant);
    await saveSettings(test.db, test.merchant, { ...settings, registration: { ...settings.registration, open: false } });
    expect((await agent.send('agent.downlineRegister', account())).code).toBe('registration_closed');
    await saveSettings(test.db, test.merchant, settings);
  });
});

describe('an invitation link', () => {
  const register = async (affiliateCode: string | undefined, headers = {}) => {
    const at = accountsTest(test);
    const username = newName();
    const answer = await at.register({ username, ...(affiliateCode && { affiliateCode }) }, headers);
    const member = await test.db.selectFrom('member').select(['id', 'type', 'agent_id']).where('account', '=', username).executeTakeFirst();
    return { answer, member, rebateBp: member && (await termsOf(test.db, member.id)).rebateBp };
  };

  it('gives its accounts their type and rate, and counts visits and registrations', async () => {
    const agent = await openAgent(100);
    const { value: link } = await agent.send('agent.linkCreate', { body: { name: 'Harbour fair', kind: 'agent', rebate: '0.75' } });
    expect(link).toMatchObject({ name: 'Harbour fair', kind: 'agent', rebate: '0.75', active: true, visits: 0, registrations: 0 });
    for (const code of [link.code, link.code.toLowerCase(), 'UNKNOWN77'])
      await accountsTest(test).send('agent.linkVisit', { body: { code } });
    const { member, rebateBp } = await register(link.code);
    expect([member?.type, member?.agent_id, rebateBp]).toEqual([1, agent.id, 75]);
    expect((await agent.send('agent.desk')).value.links).toEqual([{ ...link, visits: 2, registrations: 1 }]);
  });

  it('gives no more than the agent has now', async () => {
    const agent = await openAgent(100);
    const { value: link } = await agent.send('agent.linkCreate', { body: { name: 'Old', kind: 'member', rebate: '1' } });
    await inTransaction(test.db, (tx) =>
      agents().appoint(tx, agent.id, { type: 1, terms: { ...TERMS, rebateBp: 30 }, by: 'operator:test' }),
    );
    expect((await register(link.code)).rebateBp).toBe(30);
  });

  it('opens nothing while it is off, and belongs to its agent only', async () => {
    const [agent, other] = [await openAgent(100), await openAgent(100)];
    const { value: link } = await agent.send('agent.linkCreate', { body: { name: 'One', kind: 'member', rebate: '0' } });
    expect((await other.send('agent.linkSwitch', { body: { code: link.code, active: false } })).code).toBe('agent_link_unknown');
    expect((await agent.send('agent.linkSwitch', { body: { code: link.code, active: false } })).value.active).toBe(false);
    expect((await register(link.code)).answer.code).toBe('affiliate_invalid');
    expect((await other.send('agent.desk')).value.links).toEqual([]);
  });

  it('is one of at most so many, with rates within the own', () =>
    withRules({ linksPerAgent: 1 }, async () => {
      const agent = await openAgent(100);
      const create = (rebate: string) => agent.send('agent.linkCreate', { body: { name: 'One', kind: 'member', rebate } });
      expect((await create('2')).code).toBe('agent_rate_above');
      expect((await create('1')).success).toBe(true);
      expect((await create('1')).code).toBe('agent_links_full');
    }));

  it('of a site host counts without a code', async () => {
    const agent = await openAgent(100);
    const { value: link } = await agent.send('agent.linkCreate', { body: { name: 'Host', kind: 'member', rebate: '0' } });
    await test.db.updateTable('affiliate_code').set({ domain: 'partner.example' }).where('code', '=', link.code).execute();
    const headers = { 'X-Site-Origin': 'https://partner.example' };
    const check = await accountsTest(test).send('agent.affiliate', { query: {}, headers });
    expect(check.value).toEqual({ code: link.code });
    expect((await register(undefined, headers)).member?.agent_id).toBe(agent.id);
    expect((await register(undefined)).member?.agent_id).toBeNull();
  });
});

describe('an appointment', () => {
  it('keeps rates between those above and below', async () => {
    const top = await openAgent(100);
    const below = await openAgent(60, top.id);
    const appoint = (id: string, rebateBp: number) =>
      inTransaction(test.db, (tx) => agents().appoint(tx, id, { type: 2, terms: { ...TERMS, rebateBp }, by: 'operator:test' }));
    await expect(appoint(below.id, 101)).rejects.toMatchObject({ code: 'agent_rate_above' });
    await expect(appoint(top.id, 59)).rejects.toMatchObject({ code: 'agent_rate_below' });
    await expect(appoint(top.id, 101)).rejects.toMatchObject({ code: 'agent_rate_above' });
    await appoint(top.id, 60);
    expect((await test.db.selectFrom('member').select('type').where('id', '=', top.id).executeTakeFirstOrThrow()).type).toBe(2);
    const trial = await addTestMember(test, { type: 4 });
    await expect(appoint(trial.id, 0)).rejects.toMatchObject({ code: 'in_need_true_account' });
  });
});

describe('a change of the upline', () => {
  const move = (memberId: string, uplineId: string | undefined) =>
    inTransaction(test.db, async (tx, afterCommit) => {
      const id = `move-${++count}`;
      await moves().request(tx, { id, memberId, uplineId, reason: 'Test.' });
      return moves().carryOut(tx, afterCommit, id);
    });

  it('moves the subtree, and is refused for cycles, rates, depth and members', async () => {
    const [top, other, low] = [await openAgent(100), await openAgent(100), await openAgent(40)];
    const agent = await openAgent(60, top.id);
    const member = await addTestMember(test, { columns: { agent_id: agent.id } });
    await expect(move(top.id, agent.id)).rejects.toMatchObject({ code: 'agent_move_cycle' });
    await expect(move(agent.id, low.id)).rejects.toMatchObject({ code: 'agent_rate_above' });
    await expect(move(agent.id, member.id)).rejects.toMatchObject({ code: 'agent_move_no_agent' });
    await expect(move(agent.id, top.id)).rejects.toMatchObject({ code: 'agent_move_same' });
    await withRules({ depth: 1 }, () => expect(move(agent.id, other.id)).rejects.toMatchObject({ code: 'agent_depth_reached' }));
    expect((await move(agent.id, other.id)).status).toBe('done');
    expect(await uplineOf(test.db, agent.id)).toBe(other.id);
    expect(messages.splice(0).map(({ memberId, template }) => [memberId, template])).toEqual([
      [top.id, 'team_left'],
      [other.id, 'team_joined'],
    ]);
    expect((await other.send('agent.desk')).value.levels).toEqual([
      { level: 1, accounts: 1 },
      { level: 2, accounts: 1 },
    ]);
    expect((await top.send('agent.desk')).value.levels).toEqual([]);
  });

  it('waits once per member', async () => {
    const [agent, other] = [await openAgent(100), await openAgent(100)];
    const request = (id: string) =>
      inTransaction(test.db, (tx) => moves().request(tx, { id, memberId: agent.id, uplineId: other.id, reason: 'Test.' }));
    await request('once-1');
    await expect(request('once-2')).rejects.toMatchObject({ code: 'agent_move_waiting' });
    await inTransaction(test.db, (tx) => moves().reject(tx, 'once-1'));
    await expect(inTransaction(test.db, (tx, afterCommit) => moves().carryOut(tx, afterCommit, 'once-1'))).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await uplineOf(test.db, agent.id)).toBeUndefined();
  });
});
