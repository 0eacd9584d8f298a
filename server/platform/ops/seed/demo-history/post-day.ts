import { sql } from 'kysely';
import { DAY_MS } from '../../../../../shared/time.ts';
import type { Tx } from '../../../base/db/index.ts';
import {
  HOLD,
  HOUSE,
  type Leg,
  memberLegs,
  postInOrder,
  type TimedTransfer,
  type TransferInstruction,
  WALLET,
} from '../../../ledger/index.ts';
import { DEMO_BANK } from '../../../money/deposit/index.ts';
import type { DemoEvent, PlannedCash, PlannedRound } from './plan.ts';

/** Provider of the rounds: no vendor has them, so they cannot be opened at one. */
const HISTORY_PROVIDER = 'demo';
const GAMES_ACCOUNT = `vendor:${HISTORY_PROVIDER}`;
const BANK_ACCOUNT = `cashier:${DEMO_BANK}`;
const PAYOUT_ACCOUNT = 'payout';
const CONFIRM_DAYS = 3;

export interface Books {
  readonly merchant: string;
  readonly currency: string;
}

/** Ids of the transfers of an event, by their kinds. */
type Posted = ReadonlyMap<string, string>;

/** Posts the events in their order, and stores what members and operators see of them. */
export async function postDay(tx: Tx, books: Books, events: readonly DemoEvent[]): Promise<void> {
  const transfers = events.flatMap((event) => transfersOf(books, event));
  const ids = await postInOrder(tx, transfers);
  const posted: Posted = new Map(transfers.map(({ instruction }, index) => [instruction.reference, ids[index] ?? '']));
  const cash = (kind: PlannedCash['kind']) => events.filter((event): event is PlannedCash => event.kind === kind);
  await storeRounds(
    tx,
    books,
    events.filter((event) => event.kind === 'round'),
    posted,
  );
  await storeDeposits(tx, books, cash('deposit'), posted);
  await storeWithdrawals(tx, books, cash('withdrawal'), posted);
  await storeBonuses(tx, books, cash('bonus'), posted);
}

const betOf = (id: string) => `seamless:${HISTORY_PROVIDER}:${id}-bet`;
const winOf = (id: string) => `seamless:${HISTORY_PROVIDER}:${id}-win`;

function transfersOf({ currency }: Books, event: DemoEvent): readonly TimedTransfer[] {
  const { id, memberId, at } = event;
  const transfer = (
    reference: string,
    kind: TransferInstruction['kind'],
    legs: readonly Leg[],
    meta: Readonly<Record<string, string>>,
  ): TimedTransfer => ({ at, instruction: { reference, kind, legs, meta, currency, realm: 'real', memberId } });
  if (event.kind === 'round') {
    const meta = { roundId: id, gameId: event.game.id };
    const bet = transfer(betOf(id), 'bet', memberLegs(memberId, GAMES_ACCOUNT, -event.stake), meta);
    return event.payout === 0n ? [bet] : [bet, transfer(winOf(id), 'win', memberLegs(memberId, GAMES_ACCOUNT, event.payout), meta)];
  }
  const { units } = event;
  if (event.kind === 'deposit') return [transfer(`deposit:${id}`, 'deposit', memberLegs(memberId, BANK_ACCOUNT, units), { depositId: id })];
  if (event.kind === 'bonus')
    return [transfer(`adjustment:${id}`, 'adjustment', memberLegs(memberId, 'adjustment', units), { adjustmentId: id })];
  const hold = { owner: memberId, kind: HOLD, units };
  return [
    transfer(`withdrawal:${id}:hold`, 'withdrawal-hold', [{ owner: memberId, kind: WALLET, units: -units }, hold], { withdrawalId: id }),
    transfer(
      `withdrawal:${id}:paid`,
      'withdrawal-paid',
      [
        { ...hold, units: -units },
        { owner: HOUSE, kind: PAYOUT_ACCOUNT, units },
      ],
      {
        withdrawalId: id,
      },
    ),
  ];
}

async function storeRounds(tx: Tx, { currency }: Books, rounds: readonly PlannedRound[], posted: Posted): Promise<void> {
  const rows = rounds.map(({ id, memberId, stake, payout, game, at }) => ({
    id,
    member: memberId,
    stake: stake.toString(),
    payout: payout.toString(),
    at: at.toISOString(),
    game: game.id,
    vassalage: game.vassalage,
    category: game.category,
    bet: posted.get(betOf(id)),
    win: posted.get(winOf(id)) ?? null,
  }));
  const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(id text, member text, stake bigint, payout bigint, at timestamptz, game text, vassalage text, category text, bet bigint, win bigint)`;
  await sql`
    insert into vendor_round (provider, round_id, member_id, game_id, vassalage, game_category, currency, realm, stake, payout, live_bets, state,
                              closed, opened_at, settled_at)
    select ${HISTORY_PROVIDER}, id, member, game, vassalage, category, ${currency}, 'real', stake, payout, 0,
           case when payout >= stake then 'won' else 'lost' end, true, at, at
      from ${list} order by at, id`.execute(tx);
  await sql`
    insert into vendor_transaction (provider, transaction_id, kind, member_id, round_id, game_id, amount, bet_transaction_id, state, status,
                                    transfer_id, created_at)
    select ${HISTORY_PROVIDER}, id || '-' || t.kind, t.kind, member, id, game, t.amount, case when t.kind = 'win' then id || '-bet' end,
           case when t.kind = 'win' then 'accepted' else 'settled' end, 'OK', t.transfer_id, at
      from ${list}
     cross join lateral (values ('bet', stake, bet), ('win', payout, win)) as t(kind, amount, transfer_id)`.execute(tx);
}

async function storeDeposits(tx: Tx, { currency }: Books, deposits: readonly PlannedCash[], posted: Posted): Promise<void> {
  if (deposits.length === 0) return;
  const rows = deposits.map(({ id, memberId, units, at }) => ({
    id,
    member_id: memberId,
    channel: DEMO_BANK,
    client_reference: id,
    payment_reference: `D-${id}`,
    amount: units.toString(),
    fee: '0',
    paid_amount: null,
    currency,
    status: 'credited' as const,
    reason: null,
    reversal_transfer_id: null,
    transfer_id: posted.get(`deposit:${id}`) ?? null,
    created_at: at,
    expires_at: at,
    credited_at: at,
  }));
  await tx.insertInto('deposit').values(rows).execute();
}

async function storeWithdrawals(tx: Tx, { currency }: Books, withdrawals: readonly PlannedCash[], posted: Posted): Promise<void> {
  if (withdrawals.length === 0) return;
  const rows = withdrawals.map(({ id, memberId, units, at }) => ({
    id,
    member_id: memberId,
    client_reference: id,
    amount: units.toString(),
    fee: '0',
    currency,
    payout_account_id: `demo-${memberId}`,
    payout_kind: 'BANK' as const,
    payout_provider: 'DEMO',
    payout_name: 'Demo Bank',
    payout_holder: 'Demo Member',
    payout_masked: '•••• 4242',
    status: 'received' as const,
    approvals_needed: 1,
    received: units.toString(),
    received_by: 'member' as const,
    remind_at: null,
    hold_transfer_id: posted.get(`withdrawal:${id}:hold`) ?? '',
    paid_transfer_id: posted.get(`withdrawal:${id}:paid`) ?? null,
    requested_at: at,
    approved_at: at,
    paid_at: at,
    closed_at: at,
    confirm_by: new Date(at.getTime() + CONFIRM_DAYS * DAY_MS),
  }));
  await tx.insertInto('withdrawal').values(rows).execute();
}

async function storeBonuses(tx: Tx, { merchant, currency }: Books, bonuses: readonly PlannedCash[], posted: Posted): Promise<void> {
  if (bonuses.length === 0) return;
  const rows = bonuses.map(({ id, memberId, units, at }) => ({
    id,
    merchant,
    member_id: memberId,
    units: units.toString(),
    currency,
    reason: 'Loyalty bonus',
    status: 'posted' as const,
    approvals_needed: 1,
    transfer_id: posted.get(`adjustment:${id}`) ?? null,
    created_at: at,
    closed_at: at,
  }));
  await tx.insertInto('adjustment').values(rows).execute();
}

/** Takes a settled round without a payout back, as a vendor's correction does. */
export async function voidRound(tx: Tx, { currency }: Books, before: Date, at: Date): Promise<void> {
  const round = await tx
    .selectFrom('vendor_round')
    .select(['id', 'round_id', 'member_id', 'game_id', 'stake'])
    .where('provider', '=', HISTORY_PROVIDER)
    .where('payout', '=', '0')
    .where('settled_at', '<', before)
    .orderBy('settled_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!round) return;
  const id = `${round.round_id}-rollback`;
  const legs = memberLegs(round.member_id, GAMES_ACCOUNT, BigInt(round.stake));
  const meta = { roundId: round.round_id, gameId: round.game_id };
  const order = { reference: `seamless:${HISTORY_PROVIDER}:${id}`, kind: 'rollback', currency, realm: 'real' } as const;
  const [transferId = null] = await postInOrder(tx, [{ at, instruction: { ...order, memberId: round.member_id, legs, meta } }]);
  await tx
    .updateTable('vendor_round')
    .set({ refunded: round.stake, state: 'cancelled', settled_at: at })
    .where('id', '=', round.id)
    .execute();
  const row = { provider: HISTORY_PROVIDER, transaction_id: id, kind: 'rollback' as const, body_hash: null, member_id: round.member_id };
  await tx
    .insertInto('vendor_transaction')
    .values({
      ...row,
      round_id: round.round_id,
      game_id: round.game_id,
      amount: round.stake,
      bet_transaction_id: `${round.round_id}-bet`,
      state: 'accepted',
      status: 'OK',
      transfer_id: transferId,
      created_at: at,
    })
    .execute();
}
