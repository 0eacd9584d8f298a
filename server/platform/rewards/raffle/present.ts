import { sql } from 'kysely';
import type { RaffleStatus } from '../../../../shared/api/raffles/constants.ts';
import type { RaffleProof, RaffleValue } from '../../../../shared/api/raffles/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import { maskName } from '../../play/games/index.ts';
import { mayBeOffered } from '../may-be-offered.ts';
import type { RaffleDeps } from './contracts.ts';
import { listedEntries } from './draw.ts';
import { listOf, prizeAmounts, type RaffleRow, raffleStatus, type TicketRow, type WinRow } from './rules.ts';
import { summaryOf, termsOf, titleOf } from './terms.ts';

type Deps = Pick<RaffleDeps, 'clock' | 'merchant' | 'protection' | 'translate'>;

/** A raffle that was drawn or cancelled stays in the list for so long. */
const SHOWN_AFTER_MS = 60 * DAY_MS;
const MAX_SHOWN = 50;
const ORDER: readonly RaffleStatus[] = ['open', 'counting', 'closed', 'coming_soon', 'drawn', 'cancelled'];

/** The raffles in the language, with what the member has in them; `memberId` null: a visitor. */
export async function listRaffles(deps: Deps, executor: Executor, memberId: string | null, language: string) {
  const { settings } = await readMerchant(executor, deps.merchant);
  if (settings.features.raffle !== true) return { paused: false, raffles: [] };
  const now = deps.clock.now();
  const paused = memberId !== null && !(await mayBeOffered(deps.protection, executor, memberId));
  const rows = await executor
    .selectFrom('raffle')
    .selectAll()
    .where('state', '<>', 'draft')
    .where('draws_at', '>', new Date(now.getTime() - SHOWN_AFTER_MS))
    .orderBy('draws_at', 'desc')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute();
  const own = memberId === null ? NONE : await readOwn(executor, memberId);
  const reader = { translate: deps.translate, language, timeZone: settings.timeZone };
  const raffles = rows
    .filter(({ id }) => !paused || own.entries.has(id))
    .map((row): RaffleValue => {
      const entry = own.entries.get(row.id);
      return {
        raffleId: row.id,
        title: titleOf(row.titles, language),
        status: raffleStatus(row, now),
        summary: summaryOf(row, reader),
        terms: termsOf(row, reader),
        startsAt: row.starts_at.toISOString(),
        endsAt: row.ends_at.toISOString(),
        drawsAt: row.draws_at.toISOString(),
        prizes: row.prizes.map(({ amount, count }) => ({ amount: toWire(BigInt(amount)), count })),
        maxTickets: row.max_tickets,
        seedHash: row.seed_hash,
        own: entry
          ? ownOf(
              row,
              entry,
              own.wins.filter(({ raffle_id }) => raffle_id === row.id),
              now,
            )
          : null,
      };
    });
  return { paused, raffles: raffles.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status)) };
}

interface Own {
  readonly entries: ReadonlyMap<string, TicketRow>;
  readonly wins: readonly WinRow[];
}
const NONE: Own = { entries: new Map(), wins: [] };

async function readOwn(executor: Executor, memberId: string): Promise<Own> {
  const entries = await executor.selectFrom('raffle_entry').selectAll().where('member_id', '=', memberId).execute();
  const wins = await executor.selectFrom('raffle_win').selectAll().where('member_id', '=', memberId).orderBy('place').execute();
  return { entries: new Map(entries.map((entry) => [entry.raffle_id, entry])), wins };
}

function ownOf(row: RaffleRow, entry: TicketRow, wins: readonly WinRow[], now: Date): NonNullable<RaffleValue['own']> {
  const { first_ticket: first, listed } = entry;
  const open = wins.filter(({ state, claim_until }) => state === 'claimable' && claim_until > now);
  return {
    code: entry.code,
    tickets: entry.tickets,
    first,
    last: first === null || listed === null ? null : first + listed - 1,
    progress: progressOf(row, entry),
    wins: wins.map(({ place, ticket, amount, state }) => ({ place, ticket, amount: toWire(BigInt(amount)), state })),
    claimUntil: open[0]?.claim_until.toISOString() ?? null,
  };
}

function progressOf({ state, stake_step, max_tickets }: RaffleRow, { staked, tickets }: TicketRow) {
  const [step, units] = [BigInt(stake_step), BigInt(staked)];
  if (state !== 'live' || step === 0n || tickets >= max_tickets) return null;
  return { have: toWire(units > 0n ? units % step : 0n), need: toWire(step) };
}

/** What anyone needs to compute the draw again. Refuses with `raffle_not_found`. */
export async function raffleProofOf({ merchant }: Deps, executor: Executor, raffleId: string): Promise<RaffleProof> {
  const { settings } = await readMerchant(executor, merchant);
  const found = executor.selectFrom('raffle').selectAll().where('id', '=', raffleId).where('state', '<>', 'draft');
  const row = settings.features.raffle === true ? await found.executeTakeFirst() : undefined;
  if (!row) throw new Refusal('raffle_not_found');
  const { rows } = await sql<WinRow & { code: string; account: string }>`
    select w.*, e.code, m.account from raffle_win w join raffle_entry e on e.id = w.entry_id join member m on m.id = w.member_id
     where w.raffle_id = ${raffleId} order by w.place`.execute(executor);
  return {
    seedHash: row.seed_hash,
    seed: row.seed,
    listHash: row.list_hash,
    list: row.list_hash === null ? '' : listOf(row.id, await listedEntries(executor, row.id)),
    takenBack: row.taken_back ?? '',
    prizes: prizeAmounts(row.prizes).length,
    winners: rows.map(({ place, ticket, amount, code, account }) => ({
      place,
      ticket,
      amount: toWire(BigInt(amount)),
      code,
      name: maskName(account),
    })),
  };
}
