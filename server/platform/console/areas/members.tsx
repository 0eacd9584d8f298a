import * as v from 'valibot';
import { UNITS_PER_WHOLE } from '../../../../shared/money/money.ts';
import { LIMIT_KINDS, LIMIT_PERIODS } from '../../../../shared/rules/protection.ts';
import type { Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Accounts } from '../../identity/accounts/index.ts';
import { searchMembers } from '../../identity/members/index.ts';
import type { PaymentPasswordAdmin } from '../../identity/payment-password/index.ts';
import type { Sessions } from '../../identity/sessions/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import {
  type AuditDeps,
  amountField,
  type ConsoleArea,
  type ConsoleForm,
  type ConsolePage,
  checkPayable,
  defineForm,
  FirstPassword,
  firstPassword,
  idField,
  line,
  named,
  type OperatorDeps,
  OperatorError,
  PAGE,
  pageNoOf,
  withAuditLog,
} from '../../operators/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { Adjustments } from '../adjustments.ts';
import { MembersPage } from './member-list.tsx';
import { findMember, type MemberReads, NOTE, readMember } from './member-reads.ts';
import { MemberPage } from './member-views.tsx';

export interface MemberAreaDeps extends AuditDeps, MemberReads, Pick<OperatorDeps, 'passwords'> {
  /** Sessions of members, not of operators. */
  readonly memberSessions: Pick<Sessions, 'end'>;
  readonly wallet: Pick<Wallet, 'accounts'>;
  readonly protection: Pick<Protection, 'setOperatorLimit'>;
  readonly adjustments: Adjustments;
  readonly paymentPassword: Pick<PaymentPasswordAdmin, 'remove'>;
  readonly accounts: Pick<Accounts, 'givePassword'>;
  readonly inbox: Inbox;
}

const MINUTES_MAX = 44_640n;
const limit = v.object({
  ...named.entries,
  kind: v.picklist(LIMIT_KINDS),
  period: v.picklist(LIMIT_PERIODS),
  /** Empty: removes the operator's limit. */
  value: v.union([
    v.pipe(
      v.literal(''),
      v.transform(() => null),
    ),
    amountField,
  ]),
});

/** Members: search, view, lock, limit. Balance corrections are in `adjustments.tsx`. */
export function memberArea(deps: MemberAreaDeps): ConsoleArea {
  return {
    pages: [searchPage(deps), memberPage(deps)],
    forms: [
      noteForm(deps),
      statusForm(deps, 'lock', 'active', 'blocked'),
      statusForm(deps, 'unlock', 'blocked', 'active'),
      signOutForm(deps),
      paymentPasswordForm(deps),
      passwordForm(deps),
      limitForm(deps),
    ],
  };
}

function searchPage(deps: MemberReads): ConsolePage {
  return {
    path: '/members',
    action: 'members.read',
    title: 'members',
    inMenu: { group: 'members', place: 10 },
    async load({ query }) {
      const [searchText, pageNo] = [(query.get('q') ?? '').slice(0, 254), pageNoOf(query)];
      const rows = await searchMembers(deps.db, deps.merchant, deps.secrets, searchText, { offset: (pageNo - 1) * PAGE, limit: PAGE + 1 });
      return <MembersPage searchText={searchText} rows={rows.slice(0, PAGE)} pageNo={pageNo} more={rows.length > PAGE} />;
    },
  };
}

function memberPage(deps: MemberAreaDeps): ConsolePage {
  const { db, clock } = deps;
  return {
    path: '/members/:id',
    action: 'members.read',
    title: 'member',
    async load({ session, params, query }) {
      const member = await findMember(deps, params.id ?? '');
      if (!member) return undefined;
      const now = clock.now();
      const [facts, accounts, adjustments] = await Promise.all([
        readMember(deps, member, now, pageNoOf(query)),
        deps.wallet.accounts(db, member.id),
        deps.adjustments.list(db, { memberId: member.id, offset: 0, limit: PAGE }),
      ]);
      return <MemberPage session={session} member={member} facts={facts} accounts={accounts} adjustments={adjustments} now={now} />;
    },
  };
}

function noteForm(deps: AuditDeps): ConsoleForm {
  return defineForm({
    path: '/members/note',
    action: 'members.read',
    body: v.object({ id: idField, note: line(1_000) }),
    async run(input, { id, note }) {
      await withAuditLog(deps, input, { action: NOTE, object: `member:${id}`, reason: note }, async (tx) => {
        await requireMember(tx, deps.merchant, id);
        return {};
      });
      return { to: `/members/${id}`, message: 'done_noted' };
    },
  });
}

type Status = 'active' | 'blocked';

function statusForm(deps: MemberAreaDeps, verb: 'lock' | 'unlock', from: Status, to: Status): ConsoleForm {
  return defineForm({
    path: `/members/${verb}`,
    action: 'members.lock',
    body: named,
    async run(input, { id, reason }) {
      await withAuditLog(deps, input, { action: `member.${verb}`, object: `member:${id}`, reason }, async (tx, afterCommit) => {
        const { numUpdatedRows } = await tx
          .updateTable('member')
          .set({ status: to })
          .where('id', '=', id)
          .where('merchant', '=', deps.merchant)
          .where('status', '=', from)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new OperatorError('memberUnchanged');
        const ended = to === 'blocked' ? await deps.memberSessions.end(tx, afterCommit, id, { except: null }) : 0;
        return { ended };
      });
      return { to: `/members/${id}`, message: verb === 'lock' ? 'done_locked' : 'done_unlocked' };
    },
  });
}

function signOutForm(deps: MemberAreaDeps): ConsoleForm {
  return defineForm({
    path: '/members/sign-out',
    action: 'members.lock',
    body: named,
    async run(input, { id, reason }) {
      await withAuditLog(deps, input, { action: 'member.sign-out', object: `member:${id}`, reason }, async (tx, afterCommit) => {
        await requireMember(tx, deps.merchant, id);
        return { ended: await deps.memberSessions.end(tx, afterCommit, id, { except: null }) };
      });
      return { to: `/members/${id}`, message: 'done_signedOut' };
    },
  });
}

function paymentPasswordForm(deps: MemberAreaDeps): ConsoleForm {
  return defineForm({
    path: '/members/payment-password',
    action: 'members.lock',
    body: named,
    async run(input, { id, reason }) {
      await withAuditLog(deps, input, { action: 'member.payment-password', object: `member:${id}`, reason }, async (tx, afterCommit) => {
        await requireMember(tx, deps.merchant, id);
        if (!(await deps.paymentPassword.remove(tx, afterCommit, id))) throw new OperatorError('memberUnchanged');
        return { takenAway: true };
      });
      return { to: `/members/${id}`, message: 'done_paymentPassword' };
    },
  });
}

/** A password that is shown once, for members of a site that can send no codes. */
function passwordForm(deps: MemberAreaDeps): ConsoleForm {
  return defineForm({
    path: '/members/password',
    action: 'members.password',
    body: named,
    async run(input, { id, reason }) {
      const password = firstPassword();
      const passwordHash = await deps.passwords.hash(password);
      const entry = { action: 'member.password' as const, object: `member:${id}`, reason };
      const { account } = await withAuditLog(deps, input, entry, async (tx, afterCommit) => {
        await requireMember(tx, deps.merchant, id);
        const given = await deps.accounts.givePassword(tx, afterCommit, id, passwordHash);
        if (!given) throw new OperatorError('memberTrial');
        await deps.inbox.post(tx, { memberId: id, template: 'password_given', href: '/member/securityCenter' }, afterCommit);
        return { account: given.account };
      });
      const shown = { account, password, title: 'passwordGiven', text: 'passwordGivenText' } as const;
      return { title: 'member', page: <FirstPassword {...shown} back={{ to: `/members/${id}`, text: 'back' }} /> };
    },
  });
}

function limitForm(deps: MemberAreaDeps): ConsoleForm {
  return defineForm({
    path: '/members/limit',
    action: 'members.limit',
    body: limit,
    async run(input, { id, reason, kind, period, value }) {
      // Session limits are entered in whole minutes, other limits as amounts.
      const minutes = value !== null && kind === 'session' ? value / UNITS_PER_WHOLE : undefined;
      const isWhole = value === null || value % UNITS_PER_WHOLE === 0n;
      if (minutes !== undefined && (!isWhole || minutes === 0n || minutes > MINUTES_MAX))
        throw new OperatorError('limitMinutes', {}, 'value');
      const newLimit = { kind, period, value: minutes ?? value };
      await withAuditLog(deps, input, { action: 'member.limit', object: `member:${id}`, reason }, async (tx, afterCommit) => {
        const { currency } = await requireMember(tx, deps.merchant, id);
        if (value !== null && minutes === undefined) checkPayable(value, currency, 'value');
        const before = await tx
          .selectFrom('protection_limit')
          .select('value')
          .where('member_id', '=', id)
          .where('kind', '=', kind)
          .where('period', '=', period)
          .where('set_by', '=', 'operator')
          .executeTakeFirst();
        await deps.protection.setOperatorLimit(tx, id, newLimit, afterCommit);
        return { kind, period, before: before?.value ?? null, after: newLimit.value?.toString() ?? null };
      });
      return { to: `/members/${id}`, message: 'done_limit' };
    },
  });
}

async function requireMember(tx: Tx, merchant: string, id: string): Promise<{ readonly currency: string }> {
  const member = await tx.selectFrom('member').select('currency').where('id', '=', id).where('merchant', '=', merchant).executeTakeFirst();
  if (!member) throw new Refusal('not_found');
  return member;
}
