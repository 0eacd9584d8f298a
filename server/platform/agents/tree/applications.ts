import { AGENT_TYPES, TRIAL_TYPE } from '../../../../shared/constants.ts';
import { checkField, normaliseValue } from '../../../../shared/rules/check-field.ts';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Secrets } from '../../base/secrets.ts';
import { readMerchant } from '../../merchant/index.ts';
import { readEmail } from '../../notify/contacts/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { Messages } from '../../notify/messages/index.ts';

export interface ApplicationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly inbox: Inbox;
  readonly messages: Pick<Messages, 'post'>;
}

/** What the applicant wrote; user name and address are those of visitors. */
export interface ApplicationText {
  readonly account: string;
  readonly email: string;
  readonly content: string;
}

export interface Application extends ApplicationText {
  readonly id: string;
  /** Null: a visitor. */
  readonly memberId: string | null;
  readonly createdAt: Date;
}

export interface Decision {
  readonly id: string;
  readonly approved: boolean;
  /** Read by the applicant. */
  readonly reason: string;
}

/** Applications as an agent, from the page for partners. */
export interface Applications {
  /** Refuses agents, trial accounts, a second application of a member, and malformed fields. */
  apply(actor: Actor | null, sent: { account?: string; email?: string; content: string }, language: string): Promise<void>;
  /** For operators: the waiting ones, the oldest first. */
  waiting(executor: Executor, slice: { readonly offset: number; readonly limit: number }): Promise<readonly Application[]>;
  /** For operators: locks a waiting one. Refuses others with `not_found`. */
  lock(tx: Tx, id: string): Promise<Application>;
  /** For operators: stores the decision and notifies the applicant: members in the inbox, visitors by mail. */
  decide(tx: Tx, afterCommit: AfterCommit, application: Application, decision: Decision): Promise<void>;
}

const SEAL = 'agent-application';

export function createApplications({ db, clock, merchant, secrets, inbox, messages }: ApplicationDeps): Applications {
  const rows = (executor: Executor) =>
    executor.selectFrom('agent_application').selectAll().where('merchant', '=', merchant).where('status', '=', 'waiting');
  type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;
  const present = ({ id, member_id, sealed, created_at }: Row): Application => ({
    id,
    memberId: member_id,
    createdAt: created_at,
    ...(JSON.parse(secrets.open(SEAL, sealed)) as ApplicationText),
  });

  return {
    async apply(actor, sent, language) {
      const { settings } = await readMerchant(db, merchant);
      if (!settings.agents.applications) throw new Refusal('agent_applications_closed');
      if (actor?.type === TRIAL_TYPE) throw new Refusal('in_need_true_account');
      if (actor && AGENT_TYPES.includes(actor.type)) throw new Refusal('agent_application_waiting');
      const text: ApplicationText = actor
        ? { account: '', email: '', content: sent.content }
        : readVisitor(sent, settings.registration.fields.username);
      if (sent.content === '') throw new Refusal('invalid_fields', {}, { content: { code: 'field_required' } });
      const { numInsertedOrUpdatedRows } = await inTransaction(db, (tx) =>
        tx
          .insertInto('agent_application')
          .values({
            merchant,
            member_id: actor?.memberId ?? null,
            sealed: secrets.seal(SEAL, JSON.stringify(text)),
            language,
            created_at: clock.now(),
            decided_at: null,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst(),
      );
      if (numInsertedOrUpdatedRows === 0n) throw new Refusal('agent_application_waiting');
    },

    async waiting(executor, { offset, limit }) {
      return (await rows(executor).orderBy('id').offset(offset).limit(limit).execute()).map(present);
    },

    async lock(tx, id) {
      const row = await rows(tx).where('id', '=', id).forUpdate().executeTakeFirst();
      if (!row) throw new Refusal('not_found');
      return present(row);
    },

    async decide(tx, afterCommit, { memberId, account, email }, { id, approved, reason }) {
      const status = approved ? 'approved' : 'refused';
      const { language } = await tx
        .updateTable('agent_application')
        .set({ status, reason, decided_at: clock.now() })
        .where('id', '=', id)
        .returning('language')
        .executeTakeFirstOrThrow();
      const template = approved ? 'agent_approved' : 'agent_refused';
      if (memberId !== null)
        return inbox.post(tx, { memberId, template, params: { reason }, ...(approved && { href: '/agent' }) }, afterCommit);
      await messages.post(tx, { memberId: null, channel: 'email', to: email, template, params: { account, reason }, language });
    },
  };
}

type NameRule = Parameters<typeof checkField>[0] | undefined;

function readVisitor(sent: { account?: string; email?: string; content: string }, nameRule: NameRule): ApplicationText {
  const account = normaliseValue(sent.account);
  const email = readEmail(sent.email ?? '');
  const name = nameRule ? checkField({ ...nameRule, required: true }, account) : undefined;
  const problems = { ...(name && { account: name }), ...(!email && { email: { code: 'field_format' as const } }) };
  if (Object.keys(problems).length > 0) throw new Refusal('invalid_fields', {}, problems);
  return { account, email: email ?? '', content: sent.content };
}
