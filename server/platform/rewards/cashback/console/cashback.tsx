import { toWire } from '../../../../../shared/money/money.ts';
import { accountsOf } from '../../../identity/members/index.ts';
import { readMerchant } from '../../../merchant/index.ts';
import {
  type AuditDeps,
  type AuditEntry,
  type ConsoleArea,
  type ConsoleForm,
  csvFile,
  defineForm,
  MAX_LINES,
  memberOf,
  named,
  OperatorError,
  pageOf,
  withAuditLog,
} from '../../../operators/index.ts';
import { type CashbackDesk, CLAIM_STATES, type ClaimState, claimState } from '../desk.ts';
import { CashbackClaimsPage, MemberCashbackPage } from './cashback-views.tsx';

export interface CashbackAreaDeps extends AuditDeps {
  readonly desk: CashbackDesk;
}

/** Claims of cashback of all members, and the cashback of one with its pause. */
export function cashbackArea(deps: CashbackAreaDeps): ConsoleArea {
  const { db, merchant, desk } = deps;
  return {
    pages: [
      {
        path: '/cashback',
        action: 'members.adjust',
        title: 'cashbackClaims',
        inMenu: { group: 'rewards', place: 20 },
        async load({ query }) {
          const filter = filterOf(query);
          const page = await pageOf(query, (slice) => desk.claims(db, { ...filter, ...slice }));
          const ids = page.rows.map(({ member_id }) => member_id);
          const names = await accountsOf(db, filter.memberId === undefined ? ids : [...ids, filter.memberId]);
          return <CashbackClaimsPage {...page} names={names} state={filter.state} memberId={filter.memberId} />;
        },
      },
      {
        path: '/member-cashback/:id',
        action: 'members.adjust',
        title: 'cashbackOfMember',
        async load({ session, params }) {
          const memberId = params.id ?? '';
          const name = (await accountsOf(db, [memberId])).get(memberId);
          if (name === undefined) return undefined;
          const { currency } = (await readMerchant(db, merchant)).settings;
          const cashback = await desk.member(db, memberId);
          return <MemberCashbackPage session={session} memberId={memberId} name={name} currency={currency} cashback={cashback} />;
        },
      },
    ],
    forms: [pauseForm(deps, true), pauseForm(deps, false)],
    files: [{ path: '/cashback.csv', action: 'members.adjust', load: ({ query }) => claimFile(deps, query) }],
  };
}

function filterOf(query: URLSearchParams): { readonly state?: ClaimState; readonly memberId?: string } {
  const [state, memberId] = [CLAIM_STATES.find((one) => one === query.get('status')), memberOf(query)];
  return { ...(state === undefined ? {} : { state }), ...(memberId === undefined ? {} : { memberId }) };
}

async function claimFile({ db, desk }: CashbackAreaDeps, query: URLSearchParams) {
  const rows = await desk.claims(db, { ...filterOf(query), limit: MAX_LINES });
  const names = await accountsOf(
    db,
    rows.map(({ member_id }) => member_id),
  );
  const heads = [
    'id',
    'member',
    'account',
    'from',
    'until',
    'level',
    'valid',
    'amount',
    'currency',
    'state',
    'claim until',
    'claimed',
    'paid',
  ];
  return csvFile(
    'cashback.csv',
    heads,
    rows.map((row) => [
      ...[row.id, row.member_id, names.get(row.member_id) ?? '', row.period_start.toISOString(), row.period_end.toISOString()],
      ...[String(row.level), toWire(BigInt(row.valid)), toWire(BigInt(row.amount)), row.currency, claimState(row.state)],
      ...[row.claim_until, row.claimed_at, row.paid_at].map((at) => at?.toISOString() ?? ''),
    ]),
  );
}

/** A member that is paused already, or not, is left as it is, without a line in the log. */
function pauseForm(deps: CashbackAreaDeps, isPause: boolean): ConsoleForm {
  return defineForm({
    path: `/cashback/${isPause ? 'pause' : 'resume'}`,
    action: 'members.adjust',
    body: named,
    async run(input, { id: memberId, reason }) {
      if (!(await accountsOf(deps.db, [memberId])).has(memberId)) throw new OperatorError('notFoundText');
      const entry: AuditEntry = { action: isPause ? 'cashback.pause' : 'cashback.resume', object: `member:${memberId}`, reason };
      await withAuditLog(deps, input, entry, async (tx, afterCommit) => {
        const isChanged = isPause
          ? await deps.desk.pause(tx, afterCommit, { memberId, operator: input.session.name, reason })
          : await deps.desk.resume(tx, afterCommit, memberId);
        if (!isChanged) throw new OperatorError(isPause ? 'cashbackPausedAlready' : 'cashbackNotPaused');
        return { paused: isPause };
      });
      return { to: `/member-cashback/${memberId}`, message: isPause ? 'done_cashbackPaused' : 'done_cashbackResumed' };
    },
  });
}
