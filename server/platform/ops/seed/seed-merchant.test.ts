import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { type VendorGame, vendorGame } from '../../../../shared/seamless/games.ts';
import { defined } from '../../../kit/defined.ts';
import { listenLocally, localUrl } from '../../../net/test-server.ts';
import { movableClock } from '../../base/clock.ts';
import { openTestDatabase } from '../../base/db/test-database.ts';
import { createPlatform, STUDIO_PROVIDER } from '../../index.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import { fileChannel } from '../../money/deposit/file-channels.ts';
import { providerDefinition } from '../../play/vendors/index.ts';
import { TEST_DATA_KEY, TEST_SECRET } from '../../test-platform.ts';
import type { MerchantConfig } from './contracts.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const SETTINGS = { brandName: 'Harbour', currency: 'EUR', deposits: { maxOpen: 3 }, languages: ['EN', 'TH'] };
const CONFIG: MerchantConfig = { demo: false, settings: SETTINGS };

/** A database for consecutive starts. */
async function database() {
  const { db, close } = await openTestDatabase();
  closers.push(close);
  const logLines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logLines.push(JSON.parse(line)) });
  const start = async (config: MerchantConfig | undefined, merchant = 'harbour') => {
    const providers = [{ code: STUDIO_PROVIDER, secret: TEST_SECRET, launchUrl: '/studio/play' }];
    const platform = createPlatform({
      db,
      clock: movableClock(),
      log,
      merchant,
      providers,
      dataKey: TEST_DATA_KEY,
      ...defined({ merchantConfig: config }),
    });
    closers.push(() => platform.close());
    return { platform, accounts: await platform.seed() };
  };
  const settings = async () => (await readMerchant(db, 'harbour')).settings;
  const count = async (table: 'member' | 'operator' | 'deposit_channel' | 'content_item' | 'game') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  /** All rows of all tables, by table. */
  const content = async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
    const tables = rows.map(async ({ name }) => {
      const { rows: lines } = await sql<{ line: string }>`select t::text as line from ${sql.table(name)} as t order by 1`.execute(db);
      return [name, lines.map(({ line }) => line)] as const;
    });
    return Object.fromEntries(await Promise.all(tables));
  };
  /** A change by an operator in the console. */
  const byOperator = async (change: object) => saveSettings(db, 'harbour', { ...(await settings()), ...change });
  return { db, said: logLines, start, settings, count, content, byOperator };
}

async function request(app: ReturnType<typeof createPlatform>['app'], path: string) {
  const server: Server = createServer(app);
  await listenLocally(server);
  const answer = await fetch(`${localUrl(server)}${path}`, { headers: { Merchant: 'harbour' } });
  const body = (await answer.json()) as { value: Record<string, unknown> };
  await new Promise((resolve) => server.close(resolve));
  return body.value;
}

describe('a merchant that is no demo', () => {
  it('has the deposit channels of its file, which change with it, and none before', async () => {
    const site = await database();
    await site.start(CONFIG);
    expect(await site.count('deposit_channel')).toBe(0);
    const account = { holder: 'Harbour', bank: 'Bank', number: '17' };
    const bank = { code: 'OWN_BANK', kind: 'BANK', name: 'Bank transfer', min: '20', max: '500', account } as const;
    const wallet = { code: 'ACME', kind: 'E_WALLET', name: 'Acme', provider: 'acme', min: '1', max: '50', feeBasisPoints: 150 } as const;
    const start = async (...channels: object[]) =>
      site.start({ ...CONFIG, channels: channels.map((channel) => v.parse(fileChannel, channel)) });
    const rows = () => site.db.selectFrom('deposit_channel').selectAll().orderBy('code').execute();
    await start(bank, wallet);
    expect(await rows()).toMatchObject([
      { code: 'ACME', provider: 'acme', fee_basis_points: 150, review: false, proof: 'none', currency: 'EUR', enabled: true, sort: 1 },
      { code: 'OWN_BANK', provider: 'by-hand', min_amount: '200000', review: true, proof: 'required', account, enabled: true },
    ]);
    await start({ ...bank, max: '900' });
    expect(await rows()).toMatchObject([
      { code: 'ACME', enabled: false },
      { code: 'OWN_BANK', max_amount: '9000000', enabled: true },
    ]);
    await start({ ...bank, max: '900' });
    await site.start(CONFIG);
    const lines = await site.db.selectFrom('operator_log').select(['operator', 'detail']).where('action', '=', 'channels.file').execute();
    expect(lines.map(({ detail }) => JSON.parse(detail))).toEqual([{ changed: ['ACME', 'OWN_BANK'] }, { changed: ['ACME', 'OWN_BANK'] }]);
    expect((await rows()).filter(({ enabled }) => enabled)).toHaveLength(1);
  });

  it('adds the agents of its file once, in a tree, as soon as they have a first password', async () => {
    const site = await database();
    const top = { account: 'quaytop', type: 42, rebateBp: 80, code: 'quay77', passwordVariable: 'AGENT_TOP', password: 'Calm-tide-93' };
    const below = { account: 'quaybelow', type: 1, rebateBp: 50, upline: 'quaytop', passwordVariable: 'AGENT_BELOW', password: undefined };
    await site.start({ ...CONFIG, agents: [top, below] });
    expect(site.said).toMatchObject([{ account: 'quaybelow', variable: 'AGENT_BELOW' }]);
    await site.start({ ...CONFIG, agents: [top, { ...below, password: 'Calm-tide-94' }] });
    await site.start({ ...CONFIG, agents: [{ ...top, rebateBp: 90 }, below] });
    const rows = await site.db
      .selectFrom('member')
      .innerJoin('agent_profile', 'agent_profile.member_id', 'member.id')
      .leftJoin('member as above', 'above.id', 'member.agent_id')
      .select(['member.account', 'member.type', 'member.first_login_at', 'above.account as above', 'rebate_bp', 'made_by'])
      .orderBy('member.type', 'desc')
      .execute();
    const common = { first_login_at: null, made_by: 'file' };
    expect(rows).toEqual([
      { account: 'quaytop', type: 42, above: null, rebate_bp: 80, ...common },
      { account: 'quaybelow', type: 1, above: 'quaytop', rebate_bp: 50, ...common },
    ]);
    expect(await site.db.selectFrom('affiliate_code').select('code').execute()).toEqual([{ code: 'QUAY77' }]);
    expect(JSON.stringify(await site.db.selectFrom('operator_log').selectAll().execute())).not.toContain('tide-9');
  });

  it('offers the built-in games that its file names, and none without', async () => {
    const site = await database();
    const listed = async () => {
      const rows = await site.db.selectFrom('game').select(['id', 'vendor']).where('enabled', '=', true).orderBy('id').execute();
      return { ids: rows.map(({ id }) => id), vendors: [...new Set(rows.map(({ vendor }) => vendor))] };
    };
    await site.start(CONFIG);
    expect(await site.count('game')).toBe(0);
    await site.start({ ...CONFIG, vendors: { builtIn: ['NOVA', '!NOVA_COMET_DICE'] } });
    const nova = await listed();
    expect(nova.vendors).toEqual(['NOVA']);
    expect(nova.ids.length).toBeGreaterThan(10);
    expect(nova.ids).not.toContain('NOVA_COMET_DICE');
    await site.start({ ...CONFIG, vendors: { builtIn: ['NOVA_COMET_DICE'] } });
    expect((await listed()).ids).toEqual(['NOVA_COMET_DICE']);
    // A game that was offered keeps its row for the records.
    expect(await site.count('game')).toBe(nova.ids.length + 1);
    await site.start(CONFIG);
    expect((await listed()).ids).toEqual(['NOVA_COMET_DICE']);
    expect(site.said).toEqual([]);
  });

  it('has the providers of its file with their games, and logs their changes', async () => {
    const site = await database();
    const definition = v.parse(providerDefinition, {
      code: 'ACME',
      name: 'Acme',
      launchUrl: 'https://acme.example/play',
      vendors: [{ code: 'ACME', name: 'Acme' }],
    });
    const games = (...ids: string[]) => ids.map((id) => v.parse(vendorGame, { id, name: id, category: 'RNG' }));
    const start = (list: readonly VendorGame[] | undefined) =>
      site.start({ ...CONFIG, vendors: { providers: list ? [{ definition, games: list }] : [] } });
    const listed = () => site.db.selectFrom('game').select('id').where('enabled', '=', true).orderBy('id').execute();
    await start(games('A', 'B'));
    expect(await listed()).toEqual([{ id: 'A' }, { id: 'B' }]);
    await start(games('B'));
    expect(await listed()).toEqual([{ id: 'B' }]);
    await site.start(CONFIG);
    expect(await listed()).toEqual([{ id: 'B' }]);
    await start(undefined);
    expect(await listed()).toEqual([]);
    const lines = await site.db.selectFrom('operator_log').select('detail').where('action', '=', 'providers.file').execute();
    expect(lines.map(({ detail }) => JSON.parse(detail))).toEqual([{ changed: ['ACME'] }, { changed: ['ACME'] }]);
  });

  it('has games and its own settings, and no account with a public password', async () => {
    const site = await database();
    const { platform, accounts } = await site.start({ ...CONFIG, vendors: { builtIn: ['*'] } });
    expect(accounts).toEqual([]);
    for (const table of ['member', 'operator', 'deposit_channel', 'content_item'] as const) expect(await site.count(table), table).toBe(0);
    expect(await site.count('game')).toBeGreaterThan(100);
    expect(await request(platform.app, '/wps/system/whitelabel')).toMatchObject({
      merchantCode: 'harbour',
      brandName: 'Harbour',
      currency: 'EUR',
      languages: ['EN', 'TH'],
    });
    expect(await site.settings()).toMatchObject({ deposits: { maxOpen: 3, failedTries: 5 }, protection: { jurisdiction: 'STRICTEST' } });
    expect(site.said).toEqual([]);
  });

  it('has the demo’s accounts only if its file requests them', async () => {
    const site = await database();
    const { accounts } = await site.start({ ...CONFIG, demo: true });
    expect(accounts.map(({ role }) => role)).toContain('member');
    // Without a cost the platform hashes with the default one.
    const hashes = await site.db.selectFrom('member').select('password_hash').execute();
    for (const { password_hash } of hashes) expect(password_hash).toContain('m=19456,t=2,p=1');
    expect(await site.settings()).toMatchObject({ brandName: 'Harbour', currency: 'EUR', deposits: { maxOpen: 3 } });
    await expect(site.start(CONFIG)).rejects.toThrow(/^merchant_on_demo_database: /);
    const otherCurrency = { demo: true, settings: { ...SETTINGS, currency: 'USD' } };
    await expect(site.start(otherCurrency)).rejects.toThrow(/^currency_with_accounts: .* in EUR, .* has USD/);
  });

  it('gets no demo on its database, without its file and with a demo file, and nothing is written', async () => {
    const site = await database();
    await site.start(CONFIG);
    const before = await site.content();
    await expect(site.start(undefined)).rejects.toThrow(
      /^demo_on_merchant_database: .*merchant harbour.*MERCHANT_FILE is not set.*Set MERCHANT_FILE to the file of harbour/,
    );
    await expect(site.start({ ...CONFIG, demo: true })).rejects.toThrow(/^demo_on_merchant_database: .*"demo": true/);
    expect(await site.content()).toEqual(before);
    await site.start(CONFIG);
  });

  it('does not open the database of a demo that was started without a file', async () => {
    const site = await database();
    await site.start(undefined);
    const before = await site.content();
    await expect(site.start(CONFIG)).rejects.toThrow(/^merchant_on_demo_database: .*passwords are public.*empty database/);
    expect(await site.content()).toEqual(before);
    await site.start(undefined);
  });

  it('shares its database with no other', async () => {
    const site = await database();
    await site.start(CONFIG);
    await expect(site.start(CONFIG, 'lotus')).rejects.toThrow(/^database_of_other_merchant: .*merchant harbour.*MERCHANT is lotus/);
    await expect(site.start(undefined, 'lagoon')).rejects.toThrow(/^database_of_other_merchant: /);
  });
});

describe('a file that is applied again', () => {
  it('keeps operators’ changes, applies changed values of the file, and logs both', async () => {
    const site = await database();
    await site.start(CONFIG);
    const { deposits } = await site.settings();
    await site.byOperator({ deposits: { ...deposits, maxOpen: 9, failedTries: 7 }, languages: ['EN'] });

    await site.start(CONFIG);
    expect(await site.settings()).toMatchObject({ deposits: { maxOpen: 9, failedTries: 7 }, languages: ['EN'] });
    expect(site.said.at(-1)).toMatchObject({ kept: { 'deposits.maxOpen': 9, languages: ['EN'] } });

    await site.start({ demo: false, settings: { ...SETTINGS, brandName: 'New', deposits: { maxOpen: 4 } } });
    expect(await site.settings()).toMatchObject({ brandName: 'New', deposits: { maxOpen: 4, failedTries: 7 }, languages: ['EN'] });
    expect(site.said).toContainEqual(expect.objectContaining({ replaced: { 'deposits.maxOpen': 9 } }));
    const lines = await site.db.selectFrom('operator_log').select(['operator', 'action', 'detail']).execute();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ operator: 'merchant file', action: 'settings.file' });
    expect(String(lines[0]?.detail)).toContain('"deposits.maxOpen":9');
  });

  it('logs a warning for rates of vendors that do not exist', async () => {
    const site = await database();
    await site.start({ ...CONFIG, settings: { ...SETTINGS, cashback: { vendorRates: [{ vendor: 'NOVAA', category: null, rate: 50 }] } } });
    expect(site.said).toContainEqual(expect.objectContaining({ unknown: ['NOVAA'] }));
  });

  it('changes nothing when nothing has changed', async () => {
    const site = await database();
    await site.start(CONFIG);
    const before = await site.db.selectFrom('merchant').selectAll().execute();
    await site.start(CONFIG);
    expect(await site.db.selectFrom('merchant').selectAll().execute()).toEqual(before);
  });
});
