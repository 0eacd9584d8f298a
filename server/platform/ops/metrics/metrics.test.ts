import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemStatus } from '../../../../shared/api/system/calls.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { systemClock } from '../../base/clock.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { type AnalyzedPlan, rowsRead } from '../../base/db/test-plans.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { memberLegs } from '../../ledger/ledger.ts';
import { createWallet } from '../../ledger/wallet.ts';
import { MIGRATIONS } from '../../migrations.ts';
import { postMany } from '../../play/records/test-movements.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { createLedgerCheck, LEDGER_SLICES } from './ledger-check.ts';
import { platformReadiness } from './readiness.ts';

const wallet = createWallet({ clock: systemClock, hub: createEventHub() });

describe('the check of the books', () => {
  let test: TestDatabase;
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const pass = async (rows = 3) => {
    const check = createLedgerCheck({ db: test.db, log, rows });
    const before = check.health.passedAt;
    // Each run checks some rows of each kind; a pass ends when all kinds are done.
    for (let runs = 0; check.health.passedAt === before && runs < 100; runs += 1) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      await check.run();
    }
    expect(check.health.passedAt).toBeGreaterThan(before);
    return check.health;
  };
  /** Plants a fault with the schema's checks disabled, and removes it. */
  const behindGuards = (statement: string) =>
    test.db.transaction().execute(async (tx) => {
      for (const table of ['ledger_posting', 'ledger_account', 'ledger_transfer'])
        await sql.raw(`alter table ${table} disable trigger user`).execute(tx);
      await sql.raw(statement).execute(tx);
      for (const table of ['ledger_posting', 'ledger_account', 'ledger_transfer'])
        await sql.raw(`alter table ${table} enable trigger user`).execute(tx);
    });
  beforeAll(async () => {
    test = await openTestDatabase();
    await test.db.transaction().execute(async (tx) => {
      await wallet.openMember(tx, { memberId: 'm1', currency: 'CNY', realm: 'real' });
      for (let n = 0; n < 8; n += 1) {
        const order = { reference: randomUUID(), kind: 'adjustment', currency: 'CNY', realm: 'real', memberId: 'm1' } as const;
        await wallet.transfer(tx, { ...order, legs: memberLegs('m1', 'cashier', BigInt(100 + n)) }, () => undefined);
      }
    });
  });
  afterAll(() => test.close());

  it('finds nothing in a consistent ledger, with any slice size', async () => {
    for (const rows of [1, 3, 1_000])
      expect(await pass(rows)).toMatchObject({
        unbalancedBooks: 0,
        negativeWallets: 0,
        differences: { transfers: 0, postings: 0, accounts: 0 },
      });
    expect(lines).toEqual([]);
  });

  it.each([
    [
      'unbalancedBooks',
      `update ledger_account set balance = balance + 1 where owner = 'm1'`,
      `update ledger_account set balance = balance - 1 where owner = 'm1'`,
    ],
    [
      'postings',
      `update ledger_posting set amount = amount + 1 where version = 3 and account_id = (select id from ledger_account where owner = 'm1')`,
      `update ledger_posting set amount = amount - 1 where version = 3 and account_id = (select id from ledger_account where owner = 'm1')`,
    ],
    [
      'transfers',
      `update ledger_posting set amount = amount + 1 where version = 5 and account_id = (select id from ledger_account where owner = 'm1')`,
      `update ledger_posting set amount = amount - 1 where version = 5 and account_id = (select id from ledger_account where owner = 'm1')`,
    ],
    [
      'accounts',
      `update ledger_account set version = version - 1 where owner = 'm1'`,
      `update ledger_account set version = version + 1 where owner = 'm1'`,
    ],
    [
      'chain',
      `update ledger_posting set chain = sha256('x') where version = 2 and account_id = (select id from ledger_account where owner = 'm1')`,
      '',
    ],
  ])('reports a planted fault: %s', async (what, plant, undo) => {
    await behindGuards(plant);
    const health = await pass();
    const found = { ...health.differences, ...health, chain: health.differences.postings } as unknown as Record<string, number>;
    expect(found[what]).toBeGreaterThan(0);
    expect(lines.length).toBeGreaterThan(0);
    lines.length = 0;
    if (undo !== '') await behindGuards(undo);
    if (undo !== '') expect((await pass()).differences).toEqual({ transfers: 0, postings: 0, accounts: 0 });
  });

  it('reads a few rows per row of a slice, for any table size', async () => {
    const many = {
      memberId: 'm1',
      currency: 'CNY',
      count: 600,
      begin: new Date(),
      apartMs: 1,
      kind: `'deposit'`,
      units: '5',
      reference: 'many:',
    };
    await postMany(test.db, many);
    const rows = 10;
    for (const [slice, statement] of Object.entries(LEDGER_SLICES)) {
      const plan = await sql<AnalyzedPlan>`explain (analyze, format json) ${statement({ id: '0', version: '0' }, rows)}`.execute(test.db);
      expect(rowsRead(plan), slice).toBeLessThanOrEqual(5 * rows);
    }
  });
});

describe('the figures of the platform', () => {
  let stage: TestPlatform;
  const scrape = async () => (await stage.request('GET', '/internal/metrics')).text;
  beforeAll(async () => {
    stage = await openTestPlatform();
  });
  afterAll(() => stage.close());

  it('count calls, jobs, vendors, payments and statements by closed lists', async () => {
    await stage.call(systemStatus);
    await stage.request('GET', '/wps/member/info');
    await stage.request('POST', '/seamless/nobody-17/steal-17');
    await stage.request('POST', '/payments/nobody-17');
    for (const job of ['ledger check', 'waiting items', 'operators log check']) await stage.platform.runJob(job);
    const text = await scrape();
    for (const line of [
      'platform_call_seconds_count{call="system.status",outcome="ok"} 1',
      'platform_seamless_seconds_count{provider="unknown",operation="unknown",status="UNKNOWN_PROVIDER"} 1',
      'platform_payment_callbacks_total{provider="unknown",status="UNKNOWN_PROVIDER"} 1',
      'platform_job_runs_total{name="ledger check",outcome="ok"} 1',
      'platform_ledger_unbalanced_books 0',
      'platform_operator_log_broken 0',
      'platform_withdrawal_oldest_seconds{status="review"} 0',
      'platform_payout_oldest_seconds{status="unknown"} 0',
      'platform_payout_conflicts 0',
      'platform_suspense_open 0',
      'platform_wages_open{state="unfunded"} 0',
      'platform_cashback_open{state="unfunded"} 0',
      'platform_vendor_waiting{kind="moves"} 0',
      'platform_vendor_balance_differences 0',
    ])
      expect(text).toContain(line);
    expect(text).toMatch(/platform_database_query_seconds_count\{outcome="ok"\} \d/);
    expect(text).not.toMatch(/nobody-17|steal-17/);
    expect(text).not.toContain(stage.demo.member.account);
  });

  it('report how long a withdrawal has waited', async () => {
    const past = new Date(stage.clock.now().getTime() - 7_200_000);
    await stage.db.transaction().execute(async (tx) => {
      // Without the held money, which the schema would require.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`
      insert into withdrawal (id, member_id, client_reference, amount, fee, currency, payout_account_id, payout_kind, payout_provider,
        payout_name, payout_holder, payout_masked, status, approvals_needed, hold_transfer_id, requested_at)
      select 'w1', id, 'r1', 10, 0, 'USD', 'p1', 'BANK', 'b', 'b', 'h', 'm', 'review', 1, 1, ${past}
        from member limit 1`.execute(tx);
    });
    await stage.platform.runJob('waiting items');
    const age = Number(/platform_withdrawal_oldest_seconds\{status="review"\} (\S+)/.exec(await scrape())?.[1]);
    expect(age).toBeGreaterThanOrEqual(7_200);
    expect(await scrape()).toContain('platform_withdrawals_open{status="review"} 1');
  });

  it('report providers of games whose history cannot be read, unless they have left', async () => {
    const degraded = async () => (await stage.request('GET', '/internal/ready')).body.degraded as string[];
    const failing = (await degraded()).length;
    await sql`
      insert into vendor_provider (code, source, definition, created_at, updated_at)
      select code, source, '{}', now(), now() from (values ('KITE', 'console'), ('GONE', 'removed')) p (code, source)`.execute(stage.db);
    await sql`
      insert into vendor_history (provider, failed_since, last_error)
      values ('KITE', now() - interval '10 minutes', 'ECONNREFUSED'), ('GONE', now() - interval '10 minutes', 'ECONNREFUSED')`.execute(
      stage.db,
    );
    expect(await degraded()).toContain('game providers do not respond: KITE');
    await sql`update vendor_history set failed_since = null`.execute(stage.db);
    expect(await degraded()).toHaveLength(failing);
    await sql`delete from vendor_history`.execute(stage.db);
    await sql`delete from vendor_provider where code in ('KITE', 'GONE')`.execute(stage.db);
  });

  it('report orders at payment providers that do not progress, and contradictions', async () => {
    const past = new Date(stage.clock.now().getTime() - 1_800_000);
    await stage.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`
        insert into withdrawal (id, member_id, client_reference, amount, fee, currency, payout_account_id, payout_kind, payout_provider,
          payout_name, payout_holder, payout_masked, status, approvals_needed, hold_transfer_id, requested_at, approved_at, closed_at, release_transfer_id)
        select w.id || m.id, m.id, w.id, 10, 0, 'USD', 'p1', 'BANK', 'b', 'b', 'h', 'm', status, 1, 1, ${past}, ${past}, closed::timestamptz, release
          from (values ('stuck', 'approved', null, null), ('conflict', 'approved', null, null), ('old', 'rejected', '2026-01-01', 1))
            w (id, status, closed, release), (select id from member limit 1) m`.execute(tx);
      await sql`
        insert into payout (id, withdrawal_id, provider, amount, currency, status, paid, conflict, next_try_at, created_at, closed_at)
        select 'p_' || w.client_reference, w.id, 'acme', 10, 'USD', p.status, p.paid, p.conflict, ${past}, ${past}, p.closed::timestamptz
          from (values ('stuck', 'unknown', 0, null, null), ('conflict', 'paid', 10, 'paid twice', '2026-01-01'), ('old', 'paid', 10, 'paid twice', '2026-01-01'))
            p (id, status, paid, conflict, closed) join withdrawal w on w.client_reference = p.id`.execute(tx);
    });
    await stage.platform.runJob('waiting items');
    const text = await scrape();
    // Readiness reports them as well.
    expect((await stage.request('GET', '/internal/ready')).body.degraded).not.toEqual([]);
    await sql`update payout set conflict = null`.execute(stage.db);
    expect(Number(/platform_payout_oldest_seconds\{status="unknown"\} (\S+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(1_800);
    for (const line of [
      'platform_payouts_open{status="unknown"} 1',
      'platform_payouts_open{status="sent"} 0',
      'platform_payout_conflicts 1',
    ])
      expect(text).toContain(line);
  });

  it('report missing requirements as text', async () => {
    expect((await stage.request('GET', '/internal/ready')).body).toEqual({ ok: true, missing: [], degraded: [] });
    const sound = { unbalancedBooks: 0, negativeWallets: 0, overdrawnWallets: 0, differences: { transfers: 0, postings: 0, accounts: 0 } };
    const ledger = { ...sound, checkedAt: 0, passedAt: 0 };
    const late = { name: 'sweep', startedAt: 0, endedAt: 0, succeededAt: 0, milliseconds: 0, runs: 1, failures: 0, lateMs: HOUR_MS };
    const clock = { compare: async () => undefined, hasSkew: false, skewMs: 0 };
    const parts = {
      db: stage.db,
      migrations: Object.keys(MIGRATIONS),
      clock,
      events: { isJoined: true },
      ledger: { ...ledger, unbalancedBooks: 1 },
      jobs: () => [late],
    };
    expect(await platformReadiness({ ...parts, clock: { ...clock, hasSkew: true, skewMs: -7_400 }, events: { isJoined: false } })).toEqual({
      ok: false,
      missing: ["a clock that agrees with the database's: they are 7 s apart"],
      degraded: ['the ledger does not fit', 'events of other nodes do not arrive', 'jobs are late: sweep'],
    });
    const down = () => Promise.reject(new Error('down'));
    expect((await platformReadiness({ ...parts, clock: { ...clock, compare: down } })).missing).toEqual(['the database']);
    await sql`update platform_migration set name = 'x' where name = (select max(name) from platform_migration)`.execute(stage.db);
    expect((await platformReadiness({ ...parts })).missing[0]).toMatch(/^migrations of the database: \d{3}-/);
  });
});
