import { AGENT_TYPES } from '../../../../shared/constants.ts';
import { normaliseValue } from '../../../../shared/rules/check-field.ts';
import type { Executor, Tx } from '../../base/db/index.ts';

export interface Affiliate {
  readonly code: string;
  /** The agent who owns the code. */
  readonly agentId: string;
  /** Type of the accounts that the code opens. */
  readonly type: number;
}

/** What an agent's invitation adds to a new member, in the transaction of the registration. Refuses an invitation that is not valid any more. */
export type AdmitInvited = (tx: Tx, member: { readonly id: string; readonly type: number }, code: string) => Promise<void>;

/**
 * The agent of an invitation code, ignoring case. Undefined if the code is unknown, disabled or of another site host, or the owner is no
 * longer an agent. One lookup covers all cases, so that the response time does not distinguish them. Without a code: the oldest active
 * code of the site's host.
 */
export async function findAffiliate(
  executor: Executor,
  { merchant, code, siteOrigin }: { merchant: string; code: string | undefined; siteOrigin: string },
): Promise<Affiliate | undefined> {
  const host = new URL(siteOrigin).host;
  const codes = executor
    .selectFrom('affiliate_code')
    .innerJoin('member', 'member.id', 'affiliate_code.member_id')
    .select(['affiliate_code.code', 'affiliate_code.domain', 'affiliate_code.active', 'affiliate_code.type as opens'])
    .select(['member.id', 'member.type', 'member.status'])
    .where('affiliate_code.merchant', '=', merchant);
  const row = await (code === undefined
    ? codes
        .where('affiliate_code.domain', '=', host)
        .where('affiliate_code.active', '=', true)
        .orderBy('affiliate_code.created_at')
        .limit(1)
    : codes.where('affiliate_code.code', '=', affiliateKey(code))
  ).executeTakeFirst();
  if (!row?.active || row.status !== 'active' || !AGENT_TYPES.includes(row.type)) return undefined;
  if (row.domain !== null && row.domain !== host) return undefined;
  return { code: row.code, agentId: row.id, type: row.opens };
}

/** Normalised form for storage. */
export function affiliateKey(code: string): string {
  return normaliseValue(code).normalize('NFKC').toUpperCase();
}
