import { sql } from 'kysely';
import { BONUS_PAGE_SIZE, type BonusCause } from '../../../../shared/api/bonus/constants.ts';
import type { BonusMovement } from '../../../../shared/api/bonus/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import { BONUS, BONUS_HELD, type TransferKind, WALLET } from '../../ledger/index.ts';

const CAUSES: Readonly<Partial<Record<TransferKind, BonusCause>>> = {
  'bonus-granted': 'granted',
  'bonus-held': 'held',
  'bonus-completed': 'completed',
  'bonus-ended': 'ended',
  bet: 'bet',
  win: 'win',
  rollback: 'rollback',
  'win-reversal': 'rollback',
};

export interface MovementPage {
  readonly page: number;
  readonly pages: number;
  readonly movements: BonusMovement[];
}

interface MovementRow {
  readonly id: string;
  readonly kind: TransferKind;
  readonly created_at: Date;
  readonly round: string | null;
  readonly bonus: string;
  readonly held: string;
  readonly real: string;
  readonly after: string | null;
}

/** Transfers that changed a pool of the member, the newest first, with what they changed in each pool and in the wallet. */
export async function readMovements(executor: Executor, memberId: string, wanted: number): Promise<MovementPage> {
  const own = sql`(select p.transfer_id from ledger_posting p join ledger_account a on a.id = p.account_id
    where a.owner = ${memberId} and a.kind in (${sql.lit(BONUS)}, ${sql.lit(BONUS_HELD)}))`;
  const counted = await sql<{ count: string }>`select count(distinct transfer_id) as count from ${own} as t`.execute(executor);
  const pages = Math.max(1, Math.ceil(Number(counted.rows[0]?.count ?? 0) / BONUS_PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const sumOf = (kind: string) => sql`coalesce(sum(p.amount) filter (where a.kind = ${sql.lit(kind)}), 0)`;
  const { rows } = await sql<MovementRow>`
    select t.id, t.kind, t.created_at, t.meta ->> 'roundId' as round, ${sumOf(BONUS)} as bonus, ${sumOf(BONUS_HELD)} as held,
           ${sumOf(WALLET)} as real, max(p.balance_after) filter (where a.kind = ${sql.lit(BONUS)}) as after
      from (select distinct transfer_id from ${own} as o order by transfer_id desc
             limit ${BONUS_PAGE_SIZE}::int offset ${(page - 1) * BONUS_PAGE_SIZE}::int) as l
      join ledger_transfer t on t.id = l.transfer_id
      join ledger_posting p on p.transfer_id = t.id
      join ledger_account a on a.id = p.account_id and a.owner = ${memberId}
     group by t.id order by t.id desc`.execute(executor);
  return { page, pages, movements: rows.map(present) };
}

function present({ id, kind, created_at, round, bonus, held, real, after }: MovementRow): BonusMovement {
  const cause = CAUSES[kind];
  if (!cause) throw new Error(`the transfer ${id} of the kind ${kind} has moved a pool`);
  return {
    transferId: id,
    cause,
    roundId: round ?? '',
    at: created_at.toISOString(),
    bonus: toWire(BigInt(bonus)),
    held: toWire(BigInt(held)),
    real: toWire(BigInt(real)),
    bonusAfter: after === null ? null : toWire(BigInt(after)),
  };
}
