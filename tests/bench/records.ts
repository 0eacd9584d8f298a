import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../server/platform/base/db/index.ts';
import { embeddedDir, openDatabase } from '../../server/platform/base/db/open.ts';
import { writeHistory } from '../../server/platform/play/records/test-history.ts';
import { DAY_MS } from '../../shared/time.ts';
import { DEMO, signIn } from '../kit/player.ts';
import { startService } from '../kit/service.ts';

export interface RecordTimes {
  readonly name: string;
  /** Milliseconds of the first request, with cold caches. */
  readonly first: number;
  readonly median: number;
  /** Nearest rank: one of 150 may be slower. */
  readonly p99: number;
  readonly slowest: number;
}

const MOVEMENTS = 100_000;
const DAYS = 90;
const ROUNDS = 150;
/** Pages of the member centre, each over the whole history of the member. */
const PAGES = {
  'betting record, 90 days': '/member/personalHistoryCopy?period=custom&{span}',
  'betting record, one vendor, far down': '/member/personalHistoryCopy?period=custom&{span}&gameCategory=RNG&pageNo=900',
  'account record, 90 days': '/member/transactionHistory?period=custom&{span}',
  'account record, far down': '/member/transactionHistory?period=custom&{span}&pageNo=4000',
  'account record, deposits alone': '/member/transactionHistory?period=custom&{span}&group=deposits&pageNo=20',
  'statement of a month': '/member/transactionHistory?view=statement&month={month}',
  'profit, a year': '/member/personalProfit?period=custom&{year}',
};

/**
 * Response times of the pages of records for a member with 100,000 movements, through the whole product: portal, platform and
 * database. Uses a new database on the PostgreSQL server if one is set, otherwise the embedded one.
 */
export async function benchRecords(databaseUrl?: string): Promise<readonly RecordTimes[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lagoon-bench-'));
  const dataDir = join(folder, 'data');
  const name = `lagoon_records_${process.pid}`;
  const url = databaseUrl && Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href;
  if (databaseUrl) await onServer(databaseUrl, `create database ${name}`);
  const env: Record<string, string> = { TRUST_PROXY: 'loopback', ...(url ? { DATABASE_URL: url } : {}) };
  try {
    // The first start creates the tables and the demo member.
    await (await startService({ dataDir, env })).stop();
    const opened = await openDatabase(url ? { url, poolSize: 1 } : { dir: embeddedDir(dataDir) });
    await fill(opened.db);
    // A server does this automatically; the embedded database does not.
    if (url) await sql`analyze`.execute(opened.db);
    await opened.close();
    const service = await startService({ dataDir, env, asShipped: true });
    try {
      const { cookie } = await signIn(service.url);
      const times: RecordTimes[] = [];
      for (const [page, path] of Object.entries(PAGES))
        times.push({ name: page, ...(await timesOf(service.url + addressOf(path), cookie)) });
      return times;
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (databaseUrl) await onServer(databaseUrl, `drop database if exists ${name} with (force)`);
  }
}

/** The demo member, and some others with rows in between. */
async function fill(db: Database): Promise<void> {
  const member = await db
    .selectFrom('member')
    .select(['id', 'currency'])
    .where('account', '=', DEMO.member.username)
    .executeTakeFirstOrThrow();
  const games = await db.selectFrom('game').select(['id', 'vendor', 'category']).orderBy('id').limit(40).execute();
  const order = {
    currency: member.currency,
    begin: new Date(Date.now() - (DAYS - 1) * DAY_MS),
    games: games.map(({ id, vendor, category }) => ({ id, vassalage: vendor, category })),
  };
  await writeHistory(db, { ...order, memberId: member.id, movements: MOVEMENTS, apartMs: ((DAYS - 1) * DAY_MS) / MOVEMENTS });
}

function addressOf(path: string): string {
  const day = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
  return path
    .replace('{span}', `from=${day(DAYS)}&to=${day(0)}`)
    .replace('{year}', `from=${day(364)}&to=${day(0)}`)
    .replace('{month}', day(32).slice(0, 7));
}

async function timesOf(url: string, cookie: string): Promise<Omit<RecordTimes, 'name'>> {
  const once = async (n: number): Promise<number> => {
    const start = performance.now();
    const answer = await fetch(url, { headers: { cookie, 'x-forwarded-for': `198.51.100.${n % 200}` } });
    const text = await answer.text();
    // The number of pages per minute and member is limited; the wait is not part of the measured time.
    if (answer.status === 429) {
      await setTimeout(Number(answer.headers.get('retry-after') ?? 1) * 1000);
      return once(n);
    }
    if (!answer.ok || !text.includes('</html>')) throw new Error(`${url} answered ${answer.status}`);
    return performance.now() - start;
  };
  const first = await once(0);
  const times: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) times.push(await once(n));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { first, median: at(0.5), p99: at(0.99), slowest: at(1) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
