import { AGENT_TYPES } from '../../../shared/constants.ts';
import { normaliseValue } from '../../../shared/rules/check-field.ts';
import type { Executor } from '../db/database.ts';

export interface Affiliate {
  readonly code: string;
  /** The agent whose code it is. */
  readonly agentId: string;
}

/**
 * The agent behind an invitation code, whatever its case; undefined for one that is unknown, switched off, of another site
 * host, or of somebody who is no agent any more. One look by the key for all of these, so that none can be told apart.
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

/** The form in which codes are kept. */
export function affiliateKey(code: string): string {
  return normaliseValue(code).normalize('NFKC').toUpperCase();
}
