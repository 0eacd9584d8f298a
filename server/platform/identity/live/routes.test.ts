import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callById } from '../../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import { eventStream } from '../../../../shared/api/live/calls.ts';
import { DEMO_VOUCHER, DEMO_VOUCHERS } from '../../money/deposit/index.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';

let test: TestPlatform;
let token = '';
beforeAll(async () => {
  test = await openTestPlatform();
  token = await test.login('demo01');
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const byId = (id: string) => callById(id) as AnyCall;
/** Credits a deposit at once. */
async function redeem(voucher: (typeof DEMO_VOUCHERS)[number]): Promise<void> {
  const body = { channel: DEMO_VOUCHER, voucher: voucher.code, reference: randomUUID() };
  await test.call(byId('deposit.create'), { token, body });
}

/** Collects the events of a stream; `next` waits for one more. */
async function openStream(bearer: string) {
  const sent = httpRequest(`${test.url}${eventStream.path}`, { headers: { Authorization: `Bearer ${bearer}` } });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const events: unknown[] = [];
  let notifyWaiter = () => {};
  let ended = false;
  response.setEncoding('utf8').on('data', (chunk: string) => {
    for (const [, data = ''] of chunk.matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data));
    notifyWaiter();
  });
  response.on('end', () => {
    ended = true;
    notifyWaiter();
  });
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await new Promise<void>((resolve) => (notifyWaiter = resolve));
  };
  return {
    response,
    async next() {
      await until(() => events.length > 0);
      return events.shift() as { type: string; sumBalance?: string; version?: number };
    },
    ended: () => until(() => ended),
    leave: () => sent.destroy(),
  };
}

describe('the event stream', () => {
  it('sends hello, then the balance, then each change of it', async () => {
    const stream = await openStream(token);
    expect(stream.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(await stream.next()).toEqual({ type: 'hello' });
    const before = await stream.next();
    expect(before.type).toBe('balance');
    expect(await stream.next()).toEqual({ type: 'inbox', unread: 0 });
    await redeem(DEMO_VOUCHERS[0]);
    const after = await stream.next();
    expect(Number(after.sumBalance) - Number(before.sumBalance)).toBe(Number(DEMO_VOUCHERS[0].amount));
    expect(after.version).toBe(Number(before.version) + 1);
    stream.leave();
  });

  it('ends with its own session only', async () => {
    const mine = await test.login('demo01');
    const [own, other] = [await openStream(mine), await openStream(token)];
    for (const stream of [own, other]) for (const type of ['hello', 'balance', 'inbox']) expect((await stream.next()).type).toBe(type);
    await test.call(byId('session.logout'), { token: mine });
    expect(await own.next()).toEqual({ type: 'session-ended' });
    await own.ended();
    await redeem(DEMO_VOUCHERS[1]);
    expect((await other.next()).type).toBe('balance');
    other.leave();
  });

  it('ends when the platform closes', async () => {
    const stream = await openStream(token);
    await stream.next();
    await test.platform.close();
    await stream.ended();
  });
});
