import { randomInt } from 'node:crypto';
import type { DownlineKind } from '../../../../shared/api/agent-tree/constants.ts';
import type { InvitationLink } from '../../../../shared/api/agent-tree/schemas.ts';
import { rateText } from '../../../../shared/rules/rate.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Executor, inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { affiliateKey } from '../../identity/accounts/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { rightsOf } from './agents.ts';
import { kindOfType, readRate, requireRate, typeOfKind } from './terms.ts';
import { lockTree } from './tree.ts';

export interface LinkDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
}

export interface NewLink {
  readonly name: string;
  readonly kind: DownlineKind;
  /** Percentage as typed. */
  readonly rebate: string;
}

/** Invitation links of agents. Registrations are those of members with the code. */
export interface Links {
  /** The newest first. */
  list(executor: Executor, agentId: string): Promise<readonly InvitationLink[]>;
  create(agentId: string, link: NewLink): Promise<InvitationLink>;
  /** Refuses codes of other agents like unknown ones. */
  switch(agentId: string, code: string, active: boolean): Promise<InvitationLink>;
  /** Counts a visit of an active link. */
  visit(code: string): Promise<void>;
}

/** Without characters that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

export function createLinks({ db, clock, merchant }: LinkDeps): Links {
  const rows = (executor: Executor, agentId: string) =>
    executor
      .selectFrom('affiliate_code')
      .select(['code', 'name', 'type', 'rebate_bp', 'active', 'domain', 'visits', 'created_at'])
      .select(({ selectFrom }) =>
        selectFrom('member')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .whereRef('member.merchant', '=', 'affiliate_code.merchant')
          .whereRef('member.affiliate_code', '=', 'affiliate_code.code')
          .as('registrations'),
      )
      .where('merchant', '=', merchant)
      .where('member_id', '=', agentId)
      .orderBy('created_at', 'desc')
      .orderBy('code');
  const one = async (executor: Executor, agentId: string, code: string) =>
    present(await rows(executor, agentId).where('code', '=', code).executeTakeFirstOrThrow());

  return {
    list: async (executor, agentId) => (await rows(executor, agentId).execute()).map(present),

    create: (agentId, { name, kind, rebate }) =>
      inTransaction(db, async (tx) => {
        const { agents: rules } = (await readMerchant(tx, merchant)).settings;
        await lockTree(tx, 'shared');
        // One agent's links are created one after the other, so that the limit holds.
        await tx.selectFrom('member').select('id').where('id', '=', agentId).forNoKeyUpdate().execute();
        const rights = await rightsOf(tx, agentId, rules);
        if (!rights.mayRegister || (kind === 'agent' && !rights.mayAddAgents)) throw new Refusal('agent_not_allowed');
        const rebateBp = readRate(rebate);
        await requireRate(tx, agentId, rebateBp, rules);
        if ((await rows(tx, agentId).execute()).length >= rules.linksPerAgent)
          throw new Refusal('agent_links_full', { max: rules.linksPerAgent });
        const code = await insertLink(
          tx,
          { merchant, member_id: agentId, name: name.trim(), type: typeOfKind(kind), rebate_bp: rebateBp },
          clock.now(),
        );
        return one(tx, agentId, code);
      }),

    async switch(agentId, code, active) {
      const { numUpdatedRows } = await db
        .updateTable('affiliate_code')
        .set({ active })
        .where('merchant', '=', merchant)
        .where('member_id', '=', agentId)
        .where('code', '=', affiliateKey(code))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Refusal('agent_link_unknown');
      return one(db, agentId, affiliateKey(code));
    },

    async visit(code) {
      await db
        .updateTable('affiliate_code')
        .set(({ eb }) => ({ visits: eb('visits', '+', '1') }))
        .where('merchant', '=', merchant)
        .where('code', '=', affiliateKey(code))
        .where('active', '=', true)
        .execute();
    },
  };
}

interface LinkRow {
  readonly merchant: string;
  readonly member_id: string;
  readonly name: string;
  readonly type: number;
  readonly rebate_bp: number;
}

/** Draws codes until one is free: of a million million codes a second try is rare. */
async function insertLink(executor: Executor, row: LinkRow, now: Date): Promise<string> {
  const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto('affiliate_code')
    .values({ ...row, code, domain: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 0n ? insertLink(executor, row, now) : code;
}

function present(row: {
  readonly code: string;
  readonly name: string;
  readonly type: number;
  readonly rebate_bp: number;
  readonly active: boolean;
  readonly domain: string | null;
  readonly visits: string;
  readonly created_at: Date;
  readonly registrations: string | null;
}): InvitationLink {
  const { code, name, active, domain } = row;
  return {
    code,
    name,
    active,
    domain,
    kind: kindOfType(row.type),
    rebate: rateText(row.rebate_bp),
    visits: Number(row.visits),
    registrations: Number(row.registrations ?? 0),
    createdAt: row.created_at.toISOString(),
  };
}
