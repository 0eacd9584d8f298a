import { randomBytes } from 'node:crypto';
import { REDEEM_STATUSES, type RedeemStatus } from '../../../../../shared/api/points/constants.ts';
import { DEFAULT_LANGUAGE } from '../../../../../shared/constants.ts';
import { amountText } from '../../../../../shared/money/amount-text.ts';
import { pointsToScreen } from '../../../../../shared/money/points.ts';
import {
  Badge,
  Card,
  Collapsible,
  type ConsoleInput,
  Direction,
  Facts,
  Form,
  Input,
  MemberLink,
  OfMember,
  Pager,
  Reason,
  Table,
  Tabs,
  Time,
  tx,
} from '../../../operators/index.ts';
import type { PointBook, RedemptionDetails, RedemptionRow } from '../contracts.ts';
import { nameOf } from '../texts.ts';

export const POINT_TABS = [...REDEEM_STATUSES, 'all'] as const;
export type PointTab = (typeof POINT_TABS)[number];
type Session = ConsoleInput['session'];

const TONES: Readonly<Record<RedeemStatus, 'pos' | 'neg' | 'warn'>> = { in_process: 'warn', approved: 'pos', rejected: 'neg' };

interface ListProps {
  readonly rows: readonly RedemptionRow[];
  /** Accounts by member id. */
  readonly names: ReadonlyMap<string, string>;
  readonly tab: PointTab;
  /** Set if the list shows one member. */
  readonly memberId: string | undefined;
  readonly waiting: number;
  readonly pageNo: number;
  readonly more: boolean;
}

export function RedemptionsPage({ rows, names, tab, memberId, waiting, pageNo, more }: ListProps) {
  const memberQuery = memberId === undefined ? '' : `&member=${encodeURIComponent(memberId)}`;
  const tabs = POINT_TABS.map((one) => ({
    href: `/points?status=${one}${memberQuery}`,
    text: one === 'in_process' && waiting > 0 && memberId === undefined ? `${tx(`points_${one}`)} (${waiting})` : tx(`points_${one}`),
    isCurrent: one === tab,
  }));
  return (
    <>
      <Tabs label={tx('state')} items={tabs} />
      {memberId === undefined ? null : <OfMember id={memberId} name={names.get(memberId)} all={`/points?status=${tab}`} />}
      <p>
        <a href="/console/point-goods">{tx('pointGoods')}</a>
      </p>
      <Card title={tx('pointRedemptions')}>
        <Table
          caption={tx('pointRedemptions')}
          heads={[tx('pointRedemption'), tx('time'), tx('member'), tx('pointReward'), tx('points'), tx('state')]}
          rows={rows.map((row) => ({
            key: row.id,
            cells: [
              <a key="id" href={`/console/points/${row.id}`}>
                {row.id}
              </a>,
              <Time key="at" at={row.requested_at} />,
              <MemberLink key="member" id={row.member_id} name={names.get(row.member_id)} />,
              <span key="goods" dir="auto">
                {row.quantity} × {nameOf(row.names, DEFAULT_LANGUAGE)}
              </span>,
              pointsToScreen(BigInt(row.points)),
              <Status key="state" status={row.status} />,
            ],
          }))}
          empty={tx('nothing')}
        />
        <Pager to={`/points?status=${tab}${memberQuery}`} pageNo={pageNo} more={more} />
      </Card>
    </>
  );
}

function Status({ status }: { readonly status: RedeemStatus }) {
  return <Badge tone={TONES[status]}>{tx(`points_${status}`)}</Badge>;
}

interface RedemptionProps {
  readonly session: Session;
  readonly details: RedemptionDetails;
  readonly currency: string;
  readonly name: string | undefined;
  /** Codes of the goods that are not given yet. */
  readonly freeCodes: number;
}

export function RedemptionPage({ session, details, currency, name, freeCodes }: RedemptionProps) {
  const { row, approvals, contact, balance } = details;
  const isVoucher = row.kind === 'voucher';
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    [tx('state'), <Status key="state" status={row.status} />],
    [tx('member'), <MemberLink key="member" id={row.member_id} name={name} />],
    [
      tx('pointReward'),
      <a key="goods" href={`/console/point-goods/items/${row.goods_id}`} dir="auto">
        {row.quantity} × {nameOf(row.names, DEFAULT_LANGUAGE)}
      </a>,
    ],
    [tx('kind'), tx(`pointKind_${row.kind}`)],
    [tx('points'), pointsToScreen(BigInt(row.points))],
    [tx('pointsNow'), pointsToScreen(balance)],
    ...(row.amount === null ? [] : ([[tx('amount'), amountText(BigInt(row.amount), currency)]] as const)),
    ...(contact === '' ? [] : ([[tx(`pointContact_${row.contact ?? 'zalo'}`), <bdi key="contact">{contact}</bdi>]] as const)),
    ...(row.remark === '' ? [] : ([[tx('pointRemark'), <UserText key="remark" text={row.remark} />]] as const)),
    [tx('time'), <Time key="at" at={row.requested_at} />],
    ...(isVoucher ? ([[tx('pointCodes'), tx('pointCodesState', { given: details.codes.length, free: freeCodes })]] as const) : []),
    ...(row.note === '' ? [] : ([[tx('pointNote'), <UserText key="note" text={row.note} />]] as const)),
    ...(row.reason === '' ? [] : ([[tx('reason'), <UserText key="reason" text={row.reason} />]] as const)),
  ];
  return (
    <>
      <Card title={tx('pointRedemption')}>
        <Facts rows={rows} />
        {approvals.length === 0 ? null : (
          <Table
            caption={tx('agreed')}
            heads={[tx('time'), tx('operator'), tx('reason')]}
            rows={approvals.map(({ operator, at, reason }) => ({
              key: operator,
              cells: [<Time key="at" at={at} />, operator, <UserText key="reason" text={reason} />],
            }))}
            empty=""
          />
        )}
      </Card>
      {row.status === 'in_process' ? (
        <Decisions session={session} row={row} hasAgreed={approvals.some(({ operator }) => operator === session.name)} />
      ) : null}
    </>
  );
}

function UserText({ text }: { readonly text: string }) {
  return <span dir="auto">{text}</span>;
}

function Decisions({ session, row, hasAgreed }: { readonly session: Session; readonly row: RedemptionRow; readonly hasAgreed: boolean }) {
  return (
    <Card title={tx('change')}>
      <p>{tx(row.approvals_needed > 1 ? 'pointsTwo' : 'pointsOne')}</p>
      {hasAgreed ? null : (
        <Collapsible title={tx('approve')}>
          <Form session={session} to="/points/approve" submit={tx('approve')} fixed={{ id: row.id }}>
            {row.kind === 'voucher' ? (
              <Input name="codes" label={tx('pointCodes')} hint={tx('pointCodesHint')} rows={3} required={false} maxLength={10_000} />
            ) : null}
            <Input name="note" label={tx('pointNote')} hint={tx('pointNoteHint')} required={false} maxLength={500} autoComplete="off" />
            <Reason />
          </Form>
        </Collapsible>
      )}
      <Collapsible title={tx('reject')}>
        <p>{tx('pointsRejectText')}</p>
        <Form session={session} to="/points/reject" submit={tx('reject')} danger fixed={{ id: row.id }}>
          <Reason hint={tx('reasonRead')} />
        </Form>
      </Collapsible>
    </Card>
  );
}

interface MemberPointsProps {
  readonly session: Session;
  readonly memberId: string;
  readonly name: string;
  readonly balance: bigint;
  readonly book: PointBook;
}

export function MemberPointsPage({ session, memberId, name, balance, book }: MemberPointsProps) {
  return (
    <>
      <Card title={tx('points')}>
        <Facts
          rows={[
            [tx('member'), <MemberLink key="member" id={memberId} name={name} />],
            [tx('balance'), pointsToScreen(balance)],
          ]}
        />
        <p>
          <a href={`/console/points?member=${encodeURIComponent(memberId)}`}>{tx('pointRedemptions')}</a>
        </p>
        <Collapsible title={tx('pointsAdjust')}>
          <AdjustForm session={session} memberId={memberId} />
        </Collapsible>
      </Card>
      <Card title={tx('pointLots')}>
        <Table
          caption={tx('pointLots')}
          heads={[tx('pointDay'), tx('pointSource'), tx('points'), tx('pointUnused')]}
          rows={book.lots.map(({ id, day, source, points, unused }) => ({
            key: id,
            cells: [day, source, pointsToScreen(points), pointsToScreen(unused)],
          }))}
          empty={tx('nothing')}
        />
      </Card>
      <Card title={tx('movements')}>
        <Table
          caption={tx('movements')}
          heads={[tx('time'), tx('kind'), tx('pointSource'), tx('points'), tx('balanceAfter')]}
          rows={book.entries.map(({ id, kind, day, at, category, points, balance: after, names, reason }) => ({
            key: id,
            cells: [
              kind === 'earned' ? day : <Time key="at" at={at} />,
              tx(`pointEntry_${kind}`),
              <UserText key="of" text={category ?? (names ? nameOf(names, DEFAULT_LANGUAGE) : reason)} />,
              pointsToScreen(BigInt(points)),
              pointsToScreen(BigInt(after)),
            ],
          }))}
          empty={tx('nothing')}
        />
      </Card>
    </>
  );
}

/** The form carries a generated id, so submitting it twice corrects once. */
function AdjustForm({ session, memberId }: { readonly session: Session; readonly memberId: string }) {
  return (
    <Form session={session} to="/member-points/adjust" submit={tx('pointsAdjust')} danger fixed={{ memberId }}>
      <input type="hidden" name="id" value={`p_${randomBytes(12).toString('hex')}`} />
      <Direction />
      <Input name="points" label={tx('points')} inputMode="decimal" maxLength={12} autoComplete="off" />
      <Reason hint={tx('reasonRead')} />
    </Form>
  );
}
