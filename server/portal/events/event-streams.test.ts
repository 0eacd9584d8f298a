import type { ServerResponse } from 'node:http';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventStream } from '../../../shared/api/live/calls.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json, loginAnswer, refuse, succeed } from '../testing/tiny-upstream.ts';

/** A browser that reads events; `text` grows as they arrive. */
interface Listener {
  text: string;
  readonly ended: Promise<void>;
  leave(): void;
}

describe('event streams', () => {
  let under: TestPortal;
  let cookie: string;
  let sources: ServerResponse[];

  beforeEach(async () => {
    under = await startTestPortal({ balancePollMs: 50 });
    sources = [];
    under.upstream.on('session.login', succeed(loginAnswer('stream-token')));
    under.upstream.on('events.stream', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(
        'data: {"type":"hello"}\n\ndata: {"type":"balance","sumBalance":"1.0000","version":1,"at":"2026-01-01T00:00:00.000Z"}\n\n',
      );
      sources.push(response);
    });
    const login = await supertest(under.url).post('/wps/session/login').send({ payload: 'x' });
    cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
  });
  afterEach(() => under.close());

  async function listen(): Promise<Listener> {
    const controller = new AbortController();
    const response = await fetch(`${under.url}${eventStream.path}`, { headers: { Cookie: cookie }, signal: controller.signal });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const read = async (listener: { text: string }) => {
      try {
        for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
          listener.text += Buffer.from(chunk).toString('utf8');
      } catch {
        // Left open by the test.
      }
    };
    const listener = { text: '', ended: Promise.resolve(), leave: () => controller.abort() };
    listener.ended = read(listener);
    return listener;
  }
  const seen = (listener: Listener, text: string) => expect.poll(() => listener.text).toContain(text);

  it('send the balance instead when the platform has none', async () => {
    under.upstream.on('events.stream', (_request, response) =>
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>404</h1>'),
    );
    const balance = (sumBalance: string) =>
      succeed({ sumBalance, currency: 'USD', currencySymbol: '$', version: 1, asOf: '2026-01-01T00:00:00.000Z' });
    under.upstream.on('wallet.balance', balance('7.5000'));
    const first = await listen();
    await seen(first, '{"type":"hello"}');
    await seen(first, '"type":"balance","sumBalance":"7.5000"');
    const second = await listen();
    await seen(second, '"sumBalance":"7.5000"');
    expect(under.upstream.of('events.stream')).toHaveLength(1);
    under.upstream.on('wallet.balance', balance('9.0000'));
    await seen(second, '"sumBalance":"9.0000"');
    for (const listener of [first, second]) listener.leave();
  });

  it('are refused when the platform answers with another content type', async () => {
    under.upstream.on('events.stream', (_request, response) => {
      response.socket?.end('HTTP/1.1 101 Odd\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    });
    await supertest(under.url).get(eventStream.path).set('Cookie', cookie).expect(502);
  });

  it('reach every browser of a session over one stream of the platform', async () => {
    const one = await listen();
    await seen(one, '"1.0000"');
    const two = await listen();
    await seen(two, '"1.0000"');
    sources[0]?.write('data: {"type":"balance","sumBalance":"2.0000","version":2,"at":"2026-01-01T00:00:00.000Z"}\n\n');
    await Promise.all([seen(one, '"2.0000"'), seen(two, '"2.0000"')]);
    expect(under.upstream.of('events.stream')).toHaveLength(1);
    expect(under.upstream.of('events.stream')[0]?.headers.authorization).toBe('Bearer stream-token');
  });

  it('pass an event on complete even if it arrived in pieces', async () => {
    const one = await listen();
    await seen(one, '"1.0000"');
    sources[0]?.write('data: {"type":"balance","sumBal');
    sources[0]?.write('ance":"3.0000","version":3,"at":"2026-01-01T00:00:00.000Z"}\n');
    sources[0]?.write('\n');
    await seen(one, 'data: {"type":"balance","sumBalance":"3.0000","version":3,"at":"2026-01-01T00:00:00.000Z"}\n\n');
  });

  it('end on sign-out, and close the stream of the platform', async () => {
    const one = await listen();
    await seen(one, '"1.0000"');
    const released = new Promise<void>((resolve) => sources[0]?.once('close', resolve));
    await supertest(under.url).delete('/wps/session/logout').set('Cookie', cookie).expect(200);
    await Promise.all([one.ended, released]);
  });

  it('close the stream of the platform when the last browser disconnects', async () => {
    const [one, two] = [await listen(), await listen()];
    await seen(two, '"1.0000"');
    const released = new Promise<void>((resolve) => sources[0]?.once('close', resolve));
    one.leave();
    two.leave();
    await released;
    await Promise.all([one.ended, two.ended]);
  });

  it('report that the session has ended and end it here as well', async () => {
    const one = await listen();
    await seen(one, '"1.0000"');
    sources[0]?.write('data: {"type":"session-ended"}\n\n');
    await one.ended;
    expect(one.text).toContain('"session-ended"');
    await supertest(under.url).get('/wps/member/info').set('Cookie', cookie).expect(401);
  });

  it('are refused with the reason of the platform', async () => {
    under.upstream.on('events.stream', (_request, response) =>
      json(response, 401, { success: false, value: null, code: 'unauthorized', message: '' }),
    );
    await supertest(under.url).get(eventStream.path).set('Cookie', cookie).expect(401);
    await supertest(under.url).get(eventStream.path).expect(401);
  });

  it.each([200, 401])('of an idle member are refused without ending the session (status %s)', async (status) => {
    under.upstream.on('events.stream', refuse('session_idle', status));
    const { status: answered, body } = await supertest(under.url).get(eventStream.path).set('Cookie', cookie);
    expect([answered, body.code]).toEqual([401, 'session_idle']);
    await supertest(under.url).get('/wps/member/info').set('Cookie', cookie).expect(200);
  });

  it('are refused when the platform answers with something else', async () => {
    under.upstream.on('events.stream', refuse('maintenance', 503));
    const { status, body } = await supertest(under.url).get(eventStream.path).set('Cookie', cookie);
    expect([status, body.code]).toEqual([502, 'upstream_unavailable']);
  });

  it('end when the service stops', async () => {
    const one = await listen();
    await seen(one, '"1.0000"');
    under.portal.drain();
    expect(one.text).not.toContain('retry:');
    under.portal.endStreams();
    await one.ended;
    expect(one.text).toMatch(/\nretry: \d{3,4}\n\n$/);
  });
});
