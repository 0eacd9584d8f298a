import * as v from 'valibot';
import { LIMIT_KINDS, LIMIT_PERIODS } from '../../../../shared/rules/protection.ts';
import type { Tx } from '../../db/database.ts';
import type { PaymentPasswordKeeper } from '../../payment-password/index.ts';
import type { Protection } from '../../protection/index.ts';
import { Refusal } from '../../refusal.ts';
import type { Sessions } from '../../sessions/index.ts';
import type { Wallet } from '../../wallet/index.ts';
import { type ActDeps, acted } from '../act.ts';
import type { Adjustments } from '../adjustments.ts';
import { line, named, typedAmount, typedId } from '../fields.ts';
import { PAGE, pageNoOf } from '../lists.ts';
import { type ConsoleArea, defineForm, Stop } from '../page.ts';
import { MembersPage } from './member-list.tsx';
import { findMember, type MemberReads, NOTE, readMember, searchMembers } from './member-reads.ts';
import { MemberPage } from './member-views.tsx';

export interface MemberAreaDeps extends ActDeps, MemberReads {
  /** Sessions of members, not of operators. */
  readonly memberSessions: Pick<Sessions, 'end'>;
  readonly wallet: Pick<Wallet, 'accounts'>;
  readonly protection: Pick<Protection, 'setOperatorLimit'>;
  readonly adjustments: Adjustments;
  readonly paymentPassword: Pick<PaymentPasswordKeeper, 'takeAway'>;
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
    typedAmount,
  ]),
});

/** Members: search, view, lock, limit. Balance corrections are in `adjustments.tsx`. */
export function memberArea(deps: MemberAreaDeps): ConsoleArea {
  const { db, merchant, clock } = deps;
  const setStatus = (word: 'lock' | 'unlock', from: 'active' | 'blocked', to: 'active' | 'blocked') =>
    defineForm({
      path: `/members/${word}`,
      action: 'members.lock',
      body: named,
      async run(input, { id, reason }) {
        await acted(deps, input, { action: `member.${word}`, object: `member:${id}`, reason }, async (tx, afterCommit) => {
          const { numUpdatedRows } = await tx
            .updateTable('member')
            .set({ status: to })
            .where('id', '=', id)
            .where('merchant', '=', merchant)
            .where('status', '=', from)
            .executeTakeFirst();
          if (numUpdatedRows === 0n) throw new Stop('memberUnchanged');
          const ended = to === 'blocked' ? await deps.memberSessions.end(tx, afterCommit, id, { except: null }) : 0;
          return { ended };
        });
        return { to: `/members/${id}`, said: word === 'lock' ? 'done_locked' : 'done_unlocked' };
      },
    });

  return {
    pages: [
      {
        path: '/members',
        action: 'members.read',
        title: 'members',
        async load({ query }) {
          const [typed, pageNo] = [(query.get('q') ?? '').slice(0, 254), pageNoOf(query)];
          const rows = await searchMembers(deps, typed, { offset: (pageNo - 1) * PAGE, limit: PAGE + 1 });
          return <MembersPage typed={typed} rows={rows.slice(0, PAGE)} pageNo={pageNo} more={rows.length > PAGE} />;
        },
      },
      {
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
      },
    ],
    forms: [
      defineForm({
        path: '/members/note',
        action: 'members.read',
        body: v.object({ id: typedId, note: line(1_000) }),
        async run(input, { id, note }) {
          await acted(deps, input, { action: NOTE, object: `member:${id}`, reason: note }, async (tx) => {
            await mustExist(tx, merchant, id);
            return {};
          });
          return { to: `/members/${id}`, said: 'done_noted' };
        },
      }),
      setStatus('lock', 'active', 'blocked'),
      setStatus('unlock', 'blocked', 'active'),
      defineForm({
        path: '/members/sign-out',
        action: 'members.lock',
        body: named,
        async run(input, { id, reason }) {
          await acted(deps, input, { action: 'member.sign-out', object: `member:${id}`, reason }, async (tx, afterCommit) => {
            await mustExist(tx, merchant, id);
            return { ended: await deps.memberSessions.end(tx, afterCommit, id, { except: null }) };
          });
          return { to: `/members/${id}`, said: 'done_signedOut' };
        },
      }),
      defineForm({
        path: '/members/payment-password',
        action: 'members.lock',
        body: named,
        async run(input, { id, reason }) {
          await acted(deps, input, { action: 'member.payment-password', object: `member:${id}`, reason }, async (tx, afterCommit) => {
            await mustExist(tx, merchant, id);
            if (!(await deps.paymentPassword.takeAway(tx, afterCommit, id))) throw new Stop('memberUnchanged');
            return { takenAway: true };
          });
          return { to: `/members/${id}`, said: 'done_paymentPassword' };
        },
      }),
      defineForm({
        path: '/members/limit',
        action: 'members.limit',
        body: limit,
        async run(input, { id, reason, kind, period, value }) {
          // Session limits are entered in whole minutes, other limits as amounts.
          const minutes = value !== null && kind === 'session' ? value / 10_000n : undefined;
          if (minutes !== undefined && (minutes === 0n || minutes > MINUTES_MAX)) throw new Stop('limitMinutes', {}, 'value');
          const wanted = { kind, period, value: minutes ?? value };
          await acted(deps, input, { action: 'member.limit', object: `member:${id}`, reason }, async (tx, afterCommit) => {
            await mustExist(tx, merchant, id);
            const before = await tx
              .selectFrom('protection_limit')
              .select('value')
              .where('member_id', '=', id)
              .where('kind', '=', kind)
              .where('period', '=', period)
              .where('set_by', '=', 'operator')
              .executeTakeFirst();
            await deps.protection.setOperatorLimit(tx, id, wanted, afterCommit);
            return { kind, period, before: before?.value ?? null, after: wanted.value?.toString() ?? null };
          });
          return { to: `/members/${id}`, said: 'done_limit' };
        },
      }),
    ],
  };
}

async function mustExist(tx: Tx, merchant: string, id: string): Promise<void> {
  const member = await tx.selectFrom('member').select('id').where('id', '=', id).where('merchant', '=', merchant).executeTakeFirst();
  if (!member) throw new Refusal('not_found');
}
