import { DAY_MS } from '../../../../shared/time.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { PromotionDeps } from './contracts.ts';
import type { EntryRow } from './rules.ts';
import type { PromotionGives, PromotionTables } from './tables.ts';
import { titleOf } from './terms.ts';

/** Days in which a bonus of a promotion can be accepted. */
const OFFER_DAYS = 14;
/** Reasons that may pass: a break, a limit, a switch of the merchant, a game in maintenance, stakes that a game does not take any more. */
const WAITS: readonly string[] = [
  'bonus_off',
  'bonus_member_resting',
  'bonus_wagering',
  'free_rounds_off',
  'free_rounds_game',
  'free_rounds_stake',
];

/** Tickets cannot be had any more: the raffle has closed or was cancelled. */
export async function isGone({ raffleTickets }: PromotionDeps, tx: Tx, promotionId: string): Promise<boolean> {
  const gives = (await givenBy(tx, promotionId))?.gives;
  return gives?.kind === 'tickets' && !(await raffleTickets.isOpen(tx, gives.raffleId));
}

type Given = Pick<PromotionTables['promotion'], 'titles'> & { readonly gives: PromotionGives };

/** What the promotion gives in place of money; undefined: money or points. */
export async function givenBy(tx: Tx, promotionId: string): Promise<Given | undefined> {
  const row = await tx.selectFrom('promotion').select(['titles', 'gives']).where('id', '=', promotionId).executeTakeFirstOrThrow();
  return row.gives === null ? undefined : ({ titles: row.titles, gives: row.gives } as unknown as Given);
}

/** Offers the bonus, or gives the free rounds or the tickets. False: not now, the job tries again. The caller has locked the wallet and the entry. */
export async function give(
  deps: PromotionDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  row: EntryRow,
  { titles, gives }: Given,
): Promise<boolean> {
  const now = deps.clock.now();
  const member = await tx.selectFrom('member').select('language').where('id', '=', row.member_id).executeTakeFirst();
  const common = {
    memberId: row.member_id,
    source: 'promotion',
    reference: `promotion:${row.id}`,
    reason: titleOf(titles as unknown as Record<string, string>, member?.language ?? 'EN'),
  } as const;
  const after = (days: number) => new Date(now.getTime() + days * DAY_MS);
  try {
    if (gives.kind === 'bonus') {
      const { wagering, days } = gives;
      await deps.grantBonus(tx, afterCommit, {
        ...common,
        amount: BigInt(row.amount),
        wagering,
        days,
        maxBet: null,
        until: after(OFFER_DAYS),
      });
    } else if (gives.kind === 'tickets') {
      const { memberId, reference } = common;
      await deps.raffleTickets.grant(tx, afterCommit, { memberId, reference, raffleId: gives.raffleId, tickets: row.tickets });
    } else {
      const { gameId, rounds, stake, days, wagering } = gives;
      const bonus = wagering === null ? null : { wagering, days };
      await deps.grantFreeRounds(tx, afterCommit, { ...common, games: [gameId], rounds, stake: BigInt(stake), bonus, until: after(days) });
    }
  } catch (error) {
    if (error instanceof Refusal && WAITS.includes(error.code)) return false;
    throw error;
  }
  await tx.updateTable('promotion_entry').set({ state: 'paid', paid_at: now, gave: gives.kind }).where('id', '=', row.id).execute();
  return true;
}
