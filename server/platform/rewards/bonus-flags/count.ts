import { sql } from 'kysely';
import { inTransaction, type Tx } from '../../base/db/index.ts';
import { type BonusCheckRules, readMerchant } from '../../merchant/index.ts';
import { consumeFacts, type FactRange } from '../../play/facts/index.ts';
import type { FlagDeps } from './contracts.ts';
import { findLinked } from './linked.ts';
import { findManyBonuses } from './many.ts';
import { type Finding, findInRounds } from './rounds.ts';

/** Name of the consumer of play facts. */
const CONSUMER = 'bonus flags';
const FACTS_PER_BATCH = 2_000;

/**
 * Examines bonuses with new settled play, and the latest acceptances. Each batch is one transaction with the position of its consumer, and a bonus has one
 * flag of each rule: nothing is left out or flagged twice, on any number of nodes. False if a running transaction holds facts back.
 */
export async function flagBonuses(deps: FlagDeps): Promise<boolean> {
  deps.requireTime();
  const { db, facts } = deps;
  await facts.add(db, CONSUMER);
  await inTransaction(db, async (tx) => {
    const rules = await lockTurn(deps, tx);
    await addFlags(deps, tx, await findManyBonuses(tx, rules, deps.clock.now()));
  });
  return consumeFacts(db, facts, {
    name: CONSUMER,
    batch: FACTS_PER_BATCH,
    lock: (tx) => lockTurn(deps, tx),
    async count(tx, range, rules) {
      for (const { id, member_id } of await bonusesIn(tx, range)) {
        const bonus = { bonusId: id, memberId: member_id };
        await addFlags(deps, tx, [...(await findInRounds(tx, bonus, rules)), ...(await findLinked(deps, tx, bonus, rules))]);
      }
    },
  });
}

async function lockTurn({ merchant }: FlagDeps, tx: Tx): Promise<BonusCheckRules> {
  await tx.selectFrom('bonus_flag_clock').selectAll().forUpdate().executeTakeFirstOrThrow();
  return (await readMerchant(tx, merchant)).settings.bonus.checks;
}

/** Bonuses that run or have ended, with settled rounds in the range. */
async function bonusesIn(tx: Tx, { after, upTo }: FactRange) {
  const { rows } = await sql<{ id: string; member_id: string }>`
    select distinct b.id, b.member_id
      from play_fact f
      join bonus_round r on r.provider = f.provider and r.round_id = f.round_id
      join bonus b on b.id = r.bonus_id
     where f.id > ${after.toString()}::bigint and f.id <= ${upTo.toString()}::bigint
     order by b.id`.execute(tx);
  return rows;
}

async function addFlags({ clock }: FlagDeps, tx: Tx, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return;
  await tx
    .insertInto('bonus_flag')
    .values(
      findings.map(({ memberId, bonusId, rule, evidence }) => ({
        member_id: memberId,
        bonus_id: bonusId,
        rule,
        evidence: JSON.stringify(evidence),
        state: 'open' as const,
        created_at: clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
