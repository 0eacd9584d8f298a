import { sql } from 'kysely';
import { UNITS_PER_WHOLE } from '../../../../shared/money/money.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import type { Translate } from '../../base/http/index.ts';
import { inCurrency, type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import type { Fund } from '../fund/index.ts';
import type { BonusDeps, BonusRow } from './contracts.ts';
import { countWagering } from './count.ts';
import { acceptBonus, grantBonus, isOffered } from './grant.ts';

export interface DemoBonusDeps extends BonusDeps {
  readonly translate: Translate;
  /** The account that pays rewards. */
  readonly rewards: Pick<Fund, 'propose' | 'fund'>;
}

const REFERENCE = 'demo-bonus';
/** In euros, as the defaults of the settings. */
const AMOUNT = 20;
const TERMS = { wagering: 15, days: 30 } as const;
const SINCE_DAYS = 6;
/** Percent of the wagering that is done. */
const DONE = 60n;

/** A bonus of the player of the demo that runs, with most of its wagering done by the rounds of the last days. Idempotent. */
export async function seedDemoBonus(deps: DemoBonusDeps, memberId: string): Promise<void> {
  const { db, merchant } = deps;
  const { settings } = await readMerchant(db, merchant);
  if (!isOffered(settings)) return;
  if (await db.selectFrom('bonus').select('id').where('reference', '=', REFERENCE).executeTakeFirst()) return;
  // The rounds of the history are facts that are counted already, without a bonus.
  if (!(await countWagering(deps))) return;
  await inTransaction(db, async (tx, afterCommit) => {
    const row = await start(deps, tx, afterCommit, memberId, settings);
    const since = new Date(deps.clock.now().getTime() - SINCE_DAYS * DAY_MS);
    const expires = new Date(since.getTime() + TERMS.days * DAY_MS);
    const wagered = await linkRounds(tx, row, since);
    const change = { created_at: since, accepted_at: since, expires_at: expires, wagered: wagered.toString() };
    await tx.updateTable('bonus').set(change).where('id', '=', row.id).execute();
  });
}

async function start(
  deps: DemoBonusDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  memberId: string,
  { currency, defaultLanguage }: MerchantSettings,
): Promise<BonusRow> {
  const units = BigInt(inCurrency(AMOUNT, currency)) * UNITS_PER_WHOLE;
  const reason = deps.translate(defaultLanguage, 'promotions.demo_reason');
  await deps.rewards.fund(tx, afterCommit, await deps.rewards.propose(tx, { id: REFERENCE, units, currency, reason }));
  const until = new Date(deps.clock.now().getTime() + DAY_MS);
  const order = { memberId, source: 'operator', reference: REFERENCE, amount: units, maxBet: null, reason, until } as const;
  const { id } = await grantBonus(deps, tx, afterCommit, Object.assign({}, TERMS, order));
  return acceptBonus(deps, tx, afterCommit, { memberId, offerId: id });
}

interface PastRound {
  readonly provider: string;
  readonly round_id: string;
  readonly valid: string;
  readonly weight: number;
}

/** Makes rounds since a time those of the bonus, the newest first, up to the share that is done. Returns what they count. */
async function linkRounds(tx: Tx, { id, member_id, required, weights }: BonusRow, since: Date): Promise<bigint> {
  const { rows } = await sql<PastRound>`
    select f.provider, f.round_id, sum(f.valid)::text as valid, max((${JSON.stringify(weights)}::jsonb ->> f.category)::int) as weight
      from play_fact f where f.member_id = ${member_id} and f.at >= ${since} and f.kind <> 'opening'
     group by f.provider, f.round_id having sum(f.valid) > 0 order by max(f.id) desc`.execute(tx);
  let left = BigInt(required) * DONE;
  const wanted = left;
  const linked = rows.filter(({ valid, weight }) => {
    const units = BigInt(valid) * BigInt(weight ?? 0);
    if (units === 0n || units > left) return false;
    left -= units;
    return true;
  });
  if (linked.length > 0)
    await sql`
      insert into bonus_round (provider, round_id, bonus_id, weight)
      select r.provider, r.round_id, ${id}::bigint, r.weight
        from jsonb_to_recordset(${JSON.stringify(linked)}::jsonb) as r(provider text, round_id text, weight int)`.execute(tx);
  return wanted - left;
}
