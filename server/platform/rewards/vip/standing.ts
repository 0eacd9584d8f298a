import { type Selectable, sql } from 'kysely';
import { type LevelNeeds, periodUntil, type VipStanding, vipLevelOf } from '../../../../shared/rules/vip.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { levelNeeds, readMerchant } from '../../merchant/index.ts';
import type { VipTables } from './tables.ts';

export type MemberStanding = Selectable<VipTables['vip_member']> & { readonly period_stake: string };

/** The state of the first run and later; its holder is the only one that changes levels. */
export interface VipTurn {
  readonly openFrom: string;
  readonly firstPlay: bigint;
  readonly firstDeposit: bigint;
  /** Rules by which all levels were computed last, as text. */
  readonly rules: string;
}

/** Waits for the turn and holds it until the transaction ends; undefined before the first run. */
export async function lockTurn(tx: Tx): Promise<VipTurn | undefined> {
  const row = await tx.selectFrom('vip_clock').selectAll().forUpdate().executeTakeFirstOrThrow();
  if (row.open_from === null || row.first_play === null || row.first_deposit === null) return undefined;
  return {
    openFrom: row.open_from,
    firstPlay: BigInt(row.first_play),
    firstDeposit: BigInt(row.first_deposit),
    rules: row.rules ?? '',
  };
}

/** The rules of levels, and the period in which they are kept. */
export interface LevelRules {
  readonly levels: readonly LevelNeeds[];
  readonly keepMonths: number | null;
  readonly timeZone: string;
}

export async function readLevelRules(executor: Executor, merchant: string): Promise<LevelRules> {
  const { settings } = await readMerchant(executor, merchant);
  return { levels: levelNeeds(settings), keepMonths: settings.vip.keepMonths, timeZone: settings.timeZone };
}

/** Changes of this text need new levels for all members. */
export function rulesText({ levels, keepMonths }: LevelRules): string {
  return JSON.stringify([keepMonths, ...levels.map(({ stake, deposits, keep }) => [stake, deposits, keep].map(String))]);
}

/** The months that count for the period that begins with `from`. Without periods the stake of a period decides nothing. */
export function periodOf(from: string, { keepMonths }: Pick<LevelRules, 'keepMonths'>): { readonly from: string; readonly until: string } {
  return { from, until: periodUntil(from, keepMonths ?? 1) };
}

/** Members with their stake of a period, locked in the order of their ids by the turn. */
export async function readStandings(
  executor: Executor,
  memberIds: readonly string[],
  period: { readonly from: string; readonly until: string },
): Promise<readonly MemberStanding[]> {
  if (memberIds.length === 0) return [];
  const { rows } = await sql<MemberStanding>`
    select v.*, coalesce((select sum(p.stake) from vip_play p
                           where p.member_id = v.member_id and p.month >= ${period.from} and p.month < ${period.until}), 0) as period_stake
      from vip_member v where v.member_id = any(${memberIds}::text[]) order by v.member_id`.execute(executor);
  return rows;
}

export function standingOf(row: MemberStanding): VipStanding {
  return {
    stake: BigInt(row.stake),
    deposits: BigInt(row.deposits),
    periodStake: BigInt(row.period_stake),
    granted: row.granted,
    limited: row.limited,
    fallen: row.ceiling === null || row.lost === null ? null : { ceiling: row.ceiling, lost: row.lost },
  };
}

export function levelOfRow(levels: readonly LevelNeeds[], row: MemberStanding): number {
  return vipLevelOf(levels, standingOf(row));
}
