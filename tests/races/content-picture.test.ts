import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContentDraft, findContent, saveContent, savePicture } from '../../server/platform/content/publishing/index.ts';
import { demoSettings } from '../../server/platform/merchant/demo-settings.ts';
import { addMerchant } from '../../server/platform/merchant/index.ts';
import { openTestDatabase, type TestDatabase } from '../kit/database.ts';

const MERCHANT = 'lagoon';
const NOW = new Date('2026-11-22T04:00:00Z');
const text = { title: 'Tide week', body: '', summary: '', action: '' };
const banner = { id: 'tide', kind: 'banner', groupName: 'home', position: 1, publishedAt: NOW, texts: { EN: text } } satisfies ContentDraft;
const picture = { wide: Buffer.from('wide'), narrow: Buffer.from('narrow') };

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await addMerchant(database.db, MERCHANT, demoSettings());
});
afterAll(() => database.close());

test('texts that are saved while another operator changes the picture keep the new picture', async () => {
  const { db } = database;
  const put = { merchant: MERCHANT, itemId: banner.id, now: NOW };
  await db.transaction().execute((tx) => saveContent(tx, MERCHANT, banner));
  await db.transaction().execute((tx) => savePicture(tx, put, picture));
  let saving: Promise<void> | undefined;
  const id = await db.transaction().execute(async (tx) => {
    const changed = await savePicture(tx, put, picture);
    saving = db.transaction().execute((other) => saveContent(other, MERCHANT, { ...banner, position: 2 }));
    const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n, { interval: 10 }).toBe(1);
    return changed;
  });
  await saving;
  expect((await findContent(db, MERCHANT, banner.id))?.item).toMatchObject({ position: 2, image: expect.stringContaining(`id=${id}`) });
});
