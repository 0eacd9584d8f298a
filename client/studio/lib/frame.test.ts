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
  const parent = { postMessage: ({ type }: { type: string }, origin: string) => void said.push(`${type} ${origin}`) };
  const location = { ancestorOrigins: ['https://site.example'] };
  const addEventListener = (_type: string, hear: typeof portalSays) => {
    portalSays = hear;
  };
  vi.stubGlobal('window', { parent, location, addEventListener });
  vi.stubGlobal('document', { URL: GAME, referrer: '' });
  const heardHere: string[] = [];
  const frame = createFrame((type) => void heardHere.push(type));
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
});
