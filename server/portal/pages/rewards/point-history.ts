import type { ValueOf } from '../../../../shared/api/client-call.ts';
import { POINT_ENTRY_KINDS, REDEEM_STATUSES } from '../../../../shared/api/points/constants.ts';
import { pointBalance, pointDetails, redeemList, voucherCodes } from '../../../../shared/api/points/contract.ts';
import { isOpenHref } from '../../../../views/components/member-entries.ts';
import type { PointHistoryView } from '../../../../views/pages/rewards/point-history.tsx';
import { callOr } from '../call-value.ts';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { ACCOUNT_RECORD_PATH } from '../records/transactions.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';

const MINUTE_LENGTH = 16;

/** `/member/pointHistory`: redemptions, or with `?list=points` the changes of the points. */
export async function pointHistory(input: VisitorInput): Promise<PointHistoryView | RefusedPage> {
  return input.query.get('list') === 'points' ? details(input) : redemptions(input);
}

async function redemptions(input: VisitorInput): Promise<PointHistoryView | RefusedPage> {
  const { upstream, visitor, query, timeZone, form, context } = input;
  const status = REDEEM_STATUSES.find((one) => one === query.get('status'));
  const call = { query: { pageNo: pageNumber(query.get('pageNo')), ...(status && { status }) } };
  const [answer, balance] = await Promise.all([
    upstream.call(redeemList, call, visitor),
    callOr(upstream, pointBalance, {}, visitor, null),
  ]);
  if (!answer.success) return refusedBy(answer);
  const { redemptions: rows, pageNum, totalPages } = answer.value;
  const posted = form?.call === voucherCodes.id ? form : undefined;
  const shown = posted?.value as ValueOf<typeof voucherCodes> | undefined;
  const hasRecord = isOpenHref(ACCOUNT_RECORD_PATH, context.features);
  return {
    timeZone,
    here: context.here,
    balance,
    content: {
      kind: 'redemptions',
      status: status ?? null,
      page: pageNum,
      pages: totalPages,
      rows: rows.map((row) => ({
        ...row,
        atText: minute(row.requestedAt, timeZone),
        closedText: row.closedAt === null ? null : minute(row.closedAt, timeZone),
        codes: shown?.redemptionId === row.redemptionId ? shown.codes : null,
        problem: posted && posted.values.redemptionId === row.redemptionId ? posted.errors.paymentPassword || posted.message : '',
        recordHref: row.transferId !== null && hasRecord ? `${ACCOUNT_RECORD_PATH}?transferId=${encodeURIComponent(row.transferId)}` : null,
      })),
    },
  };
}

async function details({ upstream, visitor, query, timeZone, context }: VisitorInput): Promise<PointHistoryView | RefusedPage> {
  const kind = POINT_ENTRY_KINDS.find((one) => one === query.get('kind'));
  const call = { query: { pageNo: pageNumber(query.get('pageNo')), ...(kind && { kind }) } };
  const [answer, balance] = await Promise.all([
    upstream.call(pointDetails, call, visitor),
    callOr(upstream, pointBalance, {}, visitor, null),
  ]);
  if (!answer.success) return refusedBy(answer);
  const { details: rows, pageNum, totalPages } = answer.value;
  return {
    timeZone,
    here: context.here,
    balance,
    content: {
      kind: 'details',
      entryKind: kind ?? null,
      page: pageNum,
      pages: totalPages,
      // Play of a day is one row, so its time is the day.
      rows: rows.map((row) => ({ ...row, atText: row.kind === 'earned' ? row.day : minute(row.at, timeZone) })),
    },
  };
}

function minute(instant: string, timeZone: string): string {
  return shownTime(instant, timeZone).slice(0, MINUTE_LENGTH);
}
