import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../../../shared/time.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { createGameDirectory } from './directory.ts';
import { switchGames } from './switches.ts';

let stage: TestPlatform;
let statements = 0;
let gameId = '';

beforeAll(async () => {
  stage = await openTestPlatform();
  const { db } = stage;
  ({ id: gameId } = await db.selectFrom('game').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow());
});
afterAll(() => stage.close());

/** Counts the statements of a directory by its executor: reads of games go through `db`. */
function openDirectory() {
  statements = 0;
  const db = stage.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return createGameDirectory({ db, clock: stage.clock });
}
const version = async () =>
  (await stage.db.selectFrom('merchant').select('content_version').where('code', '=', 'lagoon').executeTakeFirstOrThrow()).content_version;

test('a game is read once for each version of the content', async () => {
  const directory = openDirectory();
  const first = await version();
  expect((await directory.at(first, gameId))?.enabled).toBe(true);
  const before = statements;
  expect((await directory.at(first, gameId))?.enabled).toBe(true);
  expect(statements).toBe(before);
  await switchGames(stage.db, 'lagoon', { game: gameId }, { closed: true, from: null, until: null });
  expect((await directory.at(await version(), gameId))?.enabled).toBe(false);
  await switchGames(stage.db, 'lagoon', { game: gameId }, { closed: false, from: null, until: null });
  expect((await directory.at(await version(), gameId))?.enabled).toBe(true);
});

test('a planned closure counts from its time on, without another version', async () => {
  const directory = openDirectory();
  const from = new Date(stage.clock.now().getTime() + HOUR_MS);
  await switchGames(stage.db, 'lagoon', { game: gameId }, { closed: true, from, until: null });
  const planned = await version();
  expect((await directory.at(planned, gameId))?.enabled).toBe(true);
  stage.clock.advance(HOUR_MS + 1);
  expect((await directory.at(planned, gameId))?.enabled).toBe(false);
  await switchGames(stage.db, 'lagoon', { game: gameId }, { closed: false, from: null, until: null });
});

test('an unknown game is not remembered', async () => {
  const directory = openDirectory();
  const current = await version();
  expect(await directory.at(current, 'NO_SUCH_GAME')).toBeUndefined();
  const before = statements;
  expect(await directory.at(current, 'NO_SUCH_GAME')).toBeUndefined();
  expect(statements).toBeGreaterThan(before);
});
