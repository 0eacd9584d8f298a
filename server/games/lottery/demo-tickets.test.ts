import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movableClock } from '../../platform/base/clock.ts';
import type { Database } from '../../platform/base/db/index.ts';
import { openTestDatabase } from '../../platform/base/db/test-database.ts';
import { TEST_PASSWORD_COST } from '../../platform/identity/members/test-passwords.ts';
import { createPlatform, STUDIO_PROVIDER } from '../../platform/index.ts';
import { audit } from '../../platform/ledger/index.ts';
import { TEST_DATA_KEY, TEST_SECRET } from '../../platform/test-platform.ts';
import { findRevealed } from '../events/evidence.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { migrateStudio } from '../migrations.ts';
import type { StudioDatabase } from '../tables.ts';
import { TEST_SEALER, TEST_SEEDS } from '../test-seeds.ts';
import { listChases } from './chase-store.ts';
import { createDemoTickets } from './demo-tickets.ts';
import { orderIn } from './stored-order.ts';

const NOW = new Date('2026-11-25T01:00:00Z');

let db: Database;
let studio: StudioDatabase;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await openTestDatabase();
  db = database.db;
  studio = db as unknown as StudioDatabase;
  await migrateStudio(db as unknown as Kysely<unknown>);
  const clock = movableClock({ now: () => NOW });
  const providers = [{ code: STUDIO_PROVIDER, secret: TEST_SECRET, launchUrl: '/studio/play' }];
  const log = pino({ level: 'silent' });
  const platform = createPlatform({
    db,
    clock,
    log,
    merchant: 'lagoon',
    providers,
    dataKey: TEST_DATA_KEY,
    passwordCost: TEST_PASSWORD_COST,
  });
  close = async () => {
    await platform.close();
    await database.close();
  };
  await platform.seed({ team: true, history: clock, tickets: createDemoTickets(TEST_SEALER) });
}, 600_000);
afterAll(() => close());

const tickets = () => studio.selectFrom('studio_ticket').selectAll().orderBy('placed_at').execute();

/** The round of a ticket; the change is that of the wallet. */
function bookedAs({ state, stake, payout }: TicketRecord) {
  if (state === 'refunded') return { state: 'cancelled', refunded: stake, change: '0' };
  return { state: payout === '0' ? 'lost' : 'won', refunded: '0', change: String(BigInt(payout ?? 0) - BigInt(stake)) };
}

describe('the lottery tickets of the demo', () => {
  it('are of several games: won, lost, of a chase, cancelled, and of a void draw', async () => {
    const list = (await tickets()).map(({ state, payout, refusal, chase_nr }) => [state, payout === '0', refusal, chase_nr]);
    expect(list).toEqual([
      ['settled', true, null, null],
      ['settled', false, null, null],
      ['settled', true, null, 0],
      ['settled', true, null, 1],
      ['settled', false, null, 2],
      ['settled', true, null, null],
      ['refunded', true, 'cancelled', null],
      ['refunded', expect.anything(), null, null],
    ]);
    expect(new Set((await tickets()).map(({ game_id }) => game_id)).size).toBe(3);
    const [first] = await tickets();
    const chases = await listChases(studio, first?.player ?? '', first?.game_id ?? '');
    const orders = (await tickets()).filter(({ chase_id }) => chase_id !== null).map(({ chips }) => orderIn({ id: '', chips }).bets);
    expect(new Set(orders).size).toBe(1);
    expect(chases).toMatchObject([{ state: 'ended', reason: 'won', placed: 3, draws: 5 }]);
    expect(await studio.selectFrom('studio_event').select('id').where('state', '=', 'open').execute()).toEqual([]);
  });

  it('are in record and ledger as at the vendor', async () => {
    for (const ticket of await tickets()) {
      const { rows } = await sql<{ state: string; change: string; refunded: string }>`
        select r.state, r.refunded::text, (r.payout + r.refunded - r.stake)::text as change from vendor_round r
         where r.provider = ${STUDIO_PROVIDER} and r.round_id = ${ticket.id} and r.stake = ${ticket.stake} and r.live_bets = 0
           and r.opened_at = ${ticket.placed_at} and r.settled_at = ${ticket.ended_at}`.execute(db);
      expect(rows).toEqual([bookedAs(ticket)]);
      const { rows: posted } = await sql<{ units: string }>`
        select sum(p.amount)::bigint::text as units from vendor_transaction t
          join ledger_posting p on p.transfer_id = t.transfer_id join ledger_account a on a.id = p.account_id
         where t.round_id = ${ticket.id} and a.owner = t.member_id`.execute(db);
      expect(posted).toEqual([{ units: rows[0]?.change }]);
    }
    expect((await audit(db)).differences).toEqual([]);
  });

  it('are on draws that can be verified', async () => {
    for (const { id, state, refusal } of await tickets()) {
      const evidence = (await findRevealed(studio, TEST_SEEDS, id))?.evidence;
      if (state === 'settled') expect(evidence).toMatchObject({ kind: 'draw', chain: { link: expect.any(String) } });
      if (state === 'refunded' && refusal === null) expect(evidence).toBeUndefined();
    }
  });

  it('leave the order of the ledger and the mission of the player as they are', async () => {
    const { rows } = await sql<{ late: string }>`select count(*)::text as late from (
      select created_at < lag(created_at) over (order by id) as early from ledger_transfer where kind <> 'wage') as t where early`.execute(
      db,
    );
    expect(rows[0]?.late).toBe('0');
    const { rows: rounds } = await sql<{ rounds: string }>`select count(*)::text as rounds from vendor_round r
      join member m on m.id = r.member_id where m.account = 'player01' and r.game_category = 'LOTT' and r.state in ('won', 'lost')`.execute(
      db,
    );
    expect(rounds[0]?.rounds).toBe('9');
  });
});
