import { afterEach, expect, test, vi } from 'vitest';
import { createFrame, heard, portalOrigin } from './frame.ts';

afterEach(() => void vi.unstubAllGlobals());

test('only the portal pauses and resumes a game', () => {
  expect(heard({ lagoon: 1, type: 'pause' }, true)).toBe('pause');
  expect(heard({ lagoon: 1, type: 'resume' }, true)).toBe('resume');
  expect(heard({ lagoon: 1, type: 'pause' }, false)).toBeUndefined();
});

test.each([null, 'pause', 1, {}, { type: 'pause' }, { lagoon: '1', type: 'pause' }, { lagoon: 1, type: 'leave' }, []])(
  'a message of another shape is not heard: %j',
  (data) => {
    expect(heard(data, true)).toBeUndefined();
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

test('a portal that began to listen late is told that the game is there, and of a round that runs', () => {
  const said: string[] = [];
  let portalSays: (event: object) => void = () => undefined;
  const messages: object[] = [];
  const parent = {
    postMessage(message: { type: string }, origin: string) {
      said.push(`${message.type} ${origin}`);
      messages.push(message);
    },
  };
  const location = { ancestorOrigins: ['https://site.example'] };
  const addEventListener = (_type: string, hear: typeof portalSays) => {
    portalSays = hear;
  };
  vi.stubGlobal('window', { parent, location, addEventListener });
  vi.stubGlobal('document', { URL: GAME, referrer: '' });
  const heardHere: string[] = [];
  const shown: unknown[] = [];
  const frame = createFrame(
    (type) => void heardHere.push(type),
    (units) => void shown.push(units),
  );
  const pause = { source: parent, data: { lagoon: 1, type: 'pause' } };
  const afterPause = () => {
    said.length = 0;
    portalSays(pause);
    return said.map((line) => line.split(' ')[0]);
  };
  expect(afterPause()).toEqual([]);
  frame.send('ready');
  expect(said).toEqual(['ready https://site.example']);
  expect(afterPause()).toEqual(['ready']);
  frame.send('round-started');
  frame.send('balance-changed');
  expect(afterPause()).toEqual(['ready', 'round-started']);
  frame.send('round-ended');
  expect(afterPause()).toEqual(['ready']);
  portalSays({ ...pause, source: {} });
  expect(heardHere).toHaveLength(4);
  // The stake goes with the start alone: what is repeated takes nothing away a second time.
  said.length = 0;
  frame.send('round-started', '1.0000');
  expect(messages.at(-1)).toEqual({ lagoon: 1, type: 'round-started', stake: '1.0000' });
  portalSays(pause);
  expect(messages.at(-1)).toEqual({ lagoon: 1, type: 'round-started' });
  frame.send('round-ended');
  expect(said.slice(-2).map((line) => line.split(' ')[0])).toEqual(['round-shown', 'round-ended']);

  portalSays({ source: parent, data: { lagoon: 1, type: 'balance', balance: '12.5000' } });
  portalSays({ source: {}, data: { lagoon: 1, type: 'balance', balance: '99.0000' } });
  portalSays({ source: parent, data: { lagoon: 1, type: 'balance', balance: 'much' } });
  expect(shown).toEqual([12_5000n]);
});

test('a running round is renewed until it is shown, and a portal that has stopped answering is given up', () => {
  vi.useFakeTimers();
  const { said, portalSays, shown, frame, parent } = framed();
  frame.send('round-started', '1.0000');
  vi.advanceTimersByTime(20_000);
  expect(said).toEqual(['round-started', 'round-started', 'round-started']);
  frame.send('round-shown');
  vi.advanceTimersByTime(2_000);
  portalSays({ source: parent, data: { lagoon: 1, type: 'balance', balance: '5.0000' } });
  vi.advanceTimersByTime(60_000);
  expect([said.length, shown]).toEqual([4, [5_0000n]]);
  frame.send('result-due');
  vi.advanceTimersByTime(10_000);
  frame.send('round-ended');
  vi.advanceTimersByTime(5_000);
  expect(said.slice(4)).toEqual(['result-due', 'result-due', 'round-shown', 'round-ended']);
  expect(shown).toEqual([5_0000n, undefined]);
  vi.useRealTimers();
});

/** A game's page in the frame of a portal whose messages the test sends. */
function framed() {
  const said: string[] = [];
  const shown: unknown[] = [];
  let portalSays: (event: object) => void = () => undefined;
  const parent = { postMessage: ({ type }: { type: string }) => void said.push(type) };
  const addEventListener = (_type: string, hear: typeof portalSays) => {
    portalSays = hear;
  };
  vi.stubGlobal('window', { parent, location: { ancestorOrigins: ['https://site.example'] }, addEventListener });
  vi.stubGlobal('document', { URL: GAME, referrer: '' });
  const frame = createFrame(
    () => undefined,
    (units) => void shown.push(units),
  );
  return { said, shown, frame, parent, portalSays: (event: object) => portalSays(event) };
}
