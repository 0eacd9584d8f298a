import * as v from 'valibot';
import { parseWirePoints } from '../../../../../shared/money/points.ts';
import { Refusal } from '../../../base/refusal.ts';
import { accountsOf } from '../../../identity/members/index.ts';
import { readMerchant } from '../../../merchant/index.ts';
import {
  type AuditDeps,
  type AuditEntry,
  type ConsoleArea,
  type ConsoleForm,
  type ConsolePage,
  defineForm,
  idField,
  memberOf,
  named,
  OperatorError,
  pageOf,
  reason,
  withAuditLog,
} from '../../../operators/index.ts';
import type { PointDesk, RedemptionRow } from '../contracts.ts';
import { codesField } from './point-goods-form.ts';
import { MemberPointsPage, POINT_TABS, type PointTab, RedemptionPage, RedemptionsPage } from './point-views.tsx';

export interface PointAreaDeps extends AuditDeps {
  readonly desk: PointDesk;
}

const approval = v.object({ ...named.entries, note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500)), ''), codes: codesField });
/** Points above zero with at most two decimals. */
const pointsField = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{1,9}(?:\.\d{1,2})?$/),
  v.transform((text) => parseWirePoints(text) ?? 0n),
  v.check((points) => points > 0n, 'points'),
);
const adjustment = v.object({ id: idField, memberId: idField, direction: v.picklist(['up', 'down']), points: pointsField, reason });

/** Redemptions of points that wait for a decision, and the points of members. Goods are in `point-goods.tsx`. */
export function pointArea(deps: PointAreaDeps): ConsoleArea {
  return {
    pages: [listPage(deps), redemptionPage(deps), memberPointsPage(deps)],
    forms: [approveForm(deps), rejectForm(deps), adjustForm(deps)],
  };
}

function listPage({ db, desk }: PointAreaDeps): ConsolePage {
  return {
    path: '/points',
    action: 'members.adjust',
    title: 'points',
    inMenu: { group: 'rewards', place: 60 },
    async load({ query }) {
      const memberId = memberOf(query);
      const tab: PointTab = POINT_TABS.find((one) => one === query.get('status')) ?? (memberId === undefined ? 'in_process' : 'all');
      const filter = { ...(tab === 'all' ? {} : { status: tab }), ...(memberId === undefined ? {} : { memberId }) };
      const page = await pageOf(query, (slice) => desk.list(db, { ...filter, ...slice }));
      const ids = page.rows.map(({ member_id }) => member_id);
      const names = await accountsOf(db, memberId === undefined ? ids : [memberId]);
      return <RedemptionsPage {...page} names={names} tab={tab} memberId={memberId} waiting={await desk.waiting(db)} />;
    },
  };
}

function redemptionPage({ db, merchant, desk }: PointAreaDeps): ConsolePage {
  return {
    path: '/points/:id',
    action: 'members.adjust',
    title: 'pointRedemption',
    async load({ session, params }) {
      const details = await desk.details(db, params.id ?? '').catch(notFound);
      if (!details) return undefined;
      const names = await accountsOf(db, [details.row.member_id]);
      const { currency } = (await readMerchant(db, merchant)).settings;
      const free = (await desk.freeCodes(db)).get(details.row.goods_id) ?? 0;
      return (
        <RedemptionPage session={session} details={details} currency={currency} name={names.get(details.row.member_id)} freeCodes={free} />
      );
    },
  };
}

function notFound(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'not_found') return undefined;
  throw error;
}

function memberPointsPage({ db, desk }: PointAreaDeps): ConsolePage {
  return {
    path: '/member-points/:id',
    action: 'members.adjust',
    title: 'pointsOfMember',
    async load({ session, params }) {
      const memberId = params.id ?? '';
      const name = (await accountsOf(db, [memberId])).get(memberId);
      if (name === undefined) return undefined;
      const [balance, book] = [await desk.account(db, memberId), await desk.book(db, memberId)];
      return <MemberPointsPage session={session} memberId={memberId} name={name} balance={balance} book={book} />;
    },
  };
}

/** What the log says of a redemption: never a code. */
function detailOf({ status, member_id, goods_id, quantity, points, amount }: RedemptionRow) {
  return { status, member: member_id, goods: goods_id, quantity, points, ...(amount === null ? {} : { amount }) };
}

function approveForm(deps: PointAreaDeps): ConsoleForm {
  return defineForm({
    path: '/points/approve',
    action: 'members.adjust',
    body: approval,
    async run(input, { id, reason: why, note, codes }) {
      const entry: AuditEntry = { action: 'points.approve', object: `redemption:${id}`, reason: why };
      const decision = { operator: input.session.name, reason: why, note, codes };
      const { status } = await withAuditLog(deps, input, entry, async (tx, afterCommit) =>
        detailOf(await deps.desk.approve(tx, afterCommit, id, decision).catch(forOperators)),
      );
      return { to: `/points/${id}`, message: status === 'approved' ? 'done_approved' : 'done_oneMore' };
    },
  });
}

/** The text of the refusal is for members. */
function forOperators(error: unknown): never {
  if (error instanceof Refusal && error.code === 'points_unfunded') throw new OperatorError('pointsUnfunded');
  throw error;
}

function rejectForm(deps: PointAreaDeps): ConsoleForm {
  return defineForm({
    path: '/points/reject',
    action: 'members.adjust',
    body: named,
    async run(input, { id, reason: why }) {
      const entry: AuditEntry = { action: 'points.reject', object: `redemption:${id}`, reason: why };
      const decision = { operator: input.session.name, reason: why };
      await withAuditLog(deps, input, entry, async (tx, afterCommit) => detailOf(await deps.desk.reject(tx, afterCommit, id, decision)));
      return { to: `/points/${id}`, message: 'done_pointsRejected' };
    },
  });
}

function adjustForm(deps: PointAreaDeps): ConsoleForm {
  return defineForm({
    path: '/member-points/adjust',
    action: 'members.adjust',
    body: adjustment,
    async run(input, { id, memberId, direction, points, reason: why }) {
      const change = direction === 'up' ? points : -points;
      if (!(await accountsOf(deps.db, [memberId])).has(memberId)) throw new OperatorError('notFoundText');
      const entry: AuditEntry = { action: 'points.adjust', object: `member:${memberId}`, reason: why };
      await withAuditLog(deps, input, entry, async (tx, afterCommit) => {
        const order = { id, memberId, points: change, operator: input.session.name, reason: why };
        const balance = await deps.desk.adjust(tx, afterCommit, order);
        return { points: change.toString(), balance: balance.toString() };
      });
      return { to: `/member-points/${memberId}`, message: 'done_pointsAdjusted' };
    },
  });
}
