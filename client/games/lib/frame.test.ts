import { afterEach, expect, test, vi } from 'vitest';
import { createFrame, pauseIn, portalOrigin } from './frame.ts';

afterEach(() => void vi.unstubAllGlobals());

test('only the portal pauses and resumes a game', () => {
  expect(pauseIn({ lagoon: 1, type: 'pause' }, true)).toBe('pause');
  expect(pauseIn({ lagoon: 1, type: 'resume' }, true)).toBe('resume');
  expect(pauseIn({ lagoon: 1, type: 'pause' }, false)).toBeUndefined();
});

test.each([null, 'pause', 1, {}, { type: 'pause' }, { lagoon: '1', type: 'pause' }, { lagoon: 1, type: 'leave' }, []])(
  'a message of another shape is ignored: %j',
  (data) => {
    expect(pauseIn(data, true)).toBeUndefined();
  },
);

const GAME = 'https://games.example/studio/play?ticket=t';
test.each([
  ['the window around the game', 'https://site.example', '', 'https://site.example'],
  ['the page that it came from', undefined, 'https://site.example/', 'https://site.example'],
  ['the same under a sandbox that hides it', 'null', 'https://site.example/', 'https://site.example'],
  ['the own address, when nothing else is known', undefined, '', 'https://games.example'],
])('a game speaks to %s', (_name, ancestor, referrer, origin) => {
  expect(portalOrigin({ URL: GAME, referrer, ancestor })).toBe(origin);
});

test('a portal that starts listening late receives that the game is ready and that a round is running', () => {
  const posted: string[] = [];
  let portalPosts: (event: object) => void = () => undefined;
  const messages: object[] = [];
  const parent = {
    postMessage(message: { type: string }, origin: string) {
      posted.push(`${message.type} ${origin}`);
      messages.push(message);
    },
  };
  const location = { ancestorOrigins: ['https://site.example'] };
  const addEventListener = (_type: string, listener: typeof portalPosts) => {
    portalPosts = listener;
  };
  vi.stubGlobal('window', { parent, location, addEventListener });
  vi.stubGlobal('document', { URL: GAME, referrer: '' });
  const received: string[] = [];
  const balances: unknown[] = [];
  const frame = createFrame(
    (type) => void received.push(type),
    (units) => void balances.push(units),
  );
  const pause = { source: parent, data: { lagoon: 1, type: 'pause' } };
  const afterPause = () => {
    posted.length = 0;
    portalPosts(pause);
    return posted.map((line) => line.split(' ')[0]);
  };
  expect(afterPause()).toEqual([]);
  frame.send('ready');
  expect(posted).toEqual(['ready https://site.example']);
  expect(afterPause()).toEqual(['ready']);
  frame.send('round-started');
  frame.send('balance-changed');
  expect(afterPause()).toEqual(['ready', 'round-started']);
  frame.send('round-ended');
  expect(afterPause()).toEqual(['ready']);
  portalPosts({ ...pause, source: {} });
  expect(received).toHaveLength(4);
  // Only the first message carries the stake: repeated messages must not deduct it again.
  posted.length = 0;
  frame.send('round-started', '1.0000');
  expect(messages.at(-1)).toEqual({ lagoon: 1, type: 'round-started', stake: '1.0000' });
  portalPosts(pause);
  expect(messages.at(-1)).toEqual({ lagoon: 1, type: 'round-started' });
  frame.send('round-ended');
  expect(posted.slice(-2).map((line) => line.split(' ')[0])).toEqual(['round-shown', 'round-ended']);

  portalPosts({ source: parent, data: { lagoon: 1, type: 'balance', balance: '12.5000' } });
  portalPosts({ source: {}, data: { lagoon: 1, type: 'balance', balance: '99.0000' } });
  portalPosts({ source: parent, data: { lagoon: 1, type: 'balance', balance: 'much' } });
  expect(balances).toEqual([12_5000n]);
  frame.send('round-started', '1.0000');
  expect(messages.at(-1)).toEqual({ lagoon: 1, type: 'round-started', stake: '1.0000', balance: '12.5000' });
  frame.send('round-ended');
});

test('a running round is renewed until it is shown, and a portal that stops responding is given up', () => {
  vi.useFakeTimers();
  const { posted, portalPosts, balances, frame, parent } = framed();
  frame.send('round-started', '1.0000');
  vi.advanceTimersByTime(20_000);
  expect(posted).toEqual(['round-started', 'round-started', 'round-started']);
  frame.send('round-shown');
  vi.advanceTimersByTime(2_000);
  portalPosts({ source: parent, data: { lagoon: 1, type: 'balance', balance: '5.0000' } });
  vi.advanceTimersByTime(60_000);
  expect([posted.length, balances]).toEqual([4, [5_0000n]]);
  frame.send('result-due');
  vi.advanceTimersByTime(10_000);
  frame.send('round-ended');
  vi.advanceTimersByTime(5_000);
  expect(posted.slice(4)).toEqual(['result-due', 'result-due', 'round-shown', 'round-ended']);
  expect(balances).toEqual([5_0000n, undefined]);
  vi.useRealTimers();
});

/** A game's page framed by a portal whose messages the test sends. */
function framed() {
  const posted: string[] = [];
  const balances: unknown[] = [];
  let portalPosts: (event: object) => void = () => undefined;
  const parent = { postMessage: ({ type }: { type: string }) => void posted.push(type) };
  const addEventListener = (_type: string, listener: typeof portalPosts) => {
    portalPosts = listener;
  };
  vi.stubGlobal('window', { parent, location: { ancestorOrigins: ['https://site.example'] }, addEventListener });
  vi.stubGlobal('document', { URL: GAME, referrer: '' });
  const frame = createFrame(
    () => undefined,
    (units) => void balances.push(units),
  );
  return { posted, balances, frame, parent, portalPosts: (event: object) => portalPosts(event) };
}
