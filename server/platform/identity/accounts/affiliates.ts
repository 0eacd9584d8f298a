import { AGENT_TYPES } from '../../../../shared/constants.ts';
import { normaliseValue } from '../../../../shared/rules/check-field.ts';
import type { Executor } from '../../base/db/index.ts';

export interface Affiliate {
  readonly code: string;
  /** The agent who owns the code. */
  readonly agentId: string;
}

/**
 * The agent of an invitation code, ignoring case. Undefined if the code is unknown, disabled or of another site host, or the owner is no
 * longer an agent. One lookup covers all cases, so that the response time does not distinguish them.
 */
export async function findAffiliate(
  executor: Executor,
  { merchant, code, siteOrigin }: { merchant: string; code: string; siteOrigin: string },
): Promise<Affiliate | undefined> {
  const row = await executor
    .selectFrom('affiliate_code')
    .innerJoin('member', 'member.id', 'affiliate_code.member_id')
    .select(['affiliate_code.code', 'affiliate_code.domain', 'affiliate_code.active', 'member.id', 'member.type', 'member.status'])
    .where('affiliate_code.merchant', '=', merchant)
    .where('affiliate_code.code', '=', affiliateKey(code))
    .executeTakeFirst();
  if (!row?.active || row.status !== 'active' || !AGENT_TYPES.includes(row.type)) return undefined;
  if (row.domain !== null && row.domain !== new URL(siteOrigin).host) return undefined;
  return { code: row.code, agentId: row.id };
}

/** Normalised form for storage. */
export function affiliateKey(code: string): string {
  return normaliseValue(code).normalize('NFKC').toUpperCase();
}
