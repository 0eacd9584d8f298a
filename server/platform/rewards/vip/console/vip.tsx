import { randomBytes } from 'node:crypto';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { amountText } from '../../../../../shared/money/amount-text.ts';
import { accountsOf } from '../../../identity/members/index.ts';
import { levelWithdrawals, type MerchantSettings, readMerchant, toUnits, unitsOf } from '../../../merchant/index.ts';
import {
  Amount,
  type AuditDeps,
  type AuditEntry,
  Badge,
  Card,
  type ConsoleArea,
  type ConsoleForm,
  type ConsoleInput,
  createApprovals,
  Decide,
  defineForm,
  Form,
  findAccount,
  Input,
  idField,
  line,
  MemberLink,
  named,
  Pager,
  pageOf,
  Reason,
  reason,
  Table,
  Time,
  tx,
  withAuditLog,
} from '../../../operators/index.ts';
import type { VipDesk, VipOrder } from '../desk.ts';

export interface VipAreaDeps extends AuditDeps {
  readonly desk: VipDesk;
}

const PATH = '/vip-levels';
const SET_LEVEL = 'set-level';
const SHOWN_CHANGES = 50;
const subjectOf = (id: string) => `vip-level:${id}`;
const order = v.object({
  id: idField,
  account: line(64),
  level: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{0,2}$/),
    v.transform((text) => (text === '' ? null : Number(text))),
    v.check((level) => level === null || level >= 1),
  ),
  reason,
});

/** The rules of levels, the history of a member, and levels set by hand: one operator requests, a second one approves. */
export function vipArea(deps: VipAreaDeps): ConsoleArea {
  const { db, merchant, desk } = deps;
  return {
    pages: [
      {
        path: PATH,
        action: 'members.adjust',
        title: 'vipLevels',
        inMenu: { group: 'members', place: 80 },
        async load({ session, query }) {
          const { settings } = await readMerchant(db, merchant);
          const { rows, ...page } = await pageOf(query, (slice) => desk.orders(db, slice));
          const names = await accountsOf(
            db,
            rows.map(({ member_id }) => member_id),
          );
          return (
            <>
              <RuleCard settings={settings} />
              <RequestCard session={session} />
              <Card title={tx('vipOrders')}>
                <OrderTable session={session} rows={rows} names={names} />
                <Pager to={`${PATH}?list=all`} {...page} />
              </Card>
            </>
          );
        },
      },
      {
        path: `${PATH}/:id`,
        action: 'members.adjust',
        title: 'vipMember',
        load: async ({ params }) => memberPage(deps, params.id ?? ''),
      },
    ],
    forms: [requestForm(deps), approveForm(deps), rejectForm(deps)],
  };
}

function requestForm(deps: VipAreaDeps): ConsoleForm {
  const approvals = createApprovals(deps);
  return defineForm({
    path: `${PATH}/request`,
    action: 'members.adjust',
    body: order,
    async run(input, { id, account, level, reason: why }) {
      const entry: AuditEntry = { action: 'vip.requested', object: `member:${account}`, reason: why };
      await withAuditLog(deps, input, entry, async (transaction) => {
        const { id: memberId } = await findAccount(transaction, deps.merchant, account);
        await deps.desk.request(transaction, { id, member_id: memberId, level, reason: why });
        const consent = { subject: subjectOf(id), action: SET_LEVEL, operatorId: input.session.operatorId, reason: why };
        await approvals.record(transaction, consent);
        return { id, member: memberId, level };
      });
      return { to: PATH, message: 'done_oneMore' };
    },
  });
}

/** The second approval; refuses the operator who requested, and those who may be the same person. */
function approveForm(deps: VipAreaDeps): ConsoleForm {
  const approvals = createApprovals(deps);
  return defineForm({
    path: `${PATH}/approve`,
    action: 'members.adjust',
    body: named,
    async run(input, { id, reason: why }) {
      const entry: AuditEntry = { action: 'vip.set', object: subjectOf(id), reason: why };
      await withAuditLog(deps, input, entry, async (transaction, afterCommit) => {
        const done = await deps.desk.approve(transaction, afterCommit, id, input.session.name);
        const consent = { subject: subjectOf(id), action: SET_LEVEL, operatorId: input.session.operatorId, reason: why };
        await approvals.recordSecond(transaction, consent);
        return { member: done.member_id, level: done.level };
      });
      return { to: PATH, message: 'done_vipSet' };
    },
  });
}

function rejectForm(deps: VipAreaDeps): ConsoleForm {
  return defineForm({
    path: `${PATH}/reject`,
    action: 'members.adjust',
    body: named,
    async run(input, { id, reason: why }) {
      const entry: AuditEntry = { action: 'vip.rejected', object: subjectOf(id), reason: why };
      await withAuditLog(deps, input, entry, async (transaction) => ({ member: (await deps.desk.reject(transaction, id)).member_id }));
      return { to: PATH, message: 'done_rejected' };
    },
  });
}

async function memberPage({ db, merchant, desk }: VipAreaDeps, memberId: string) {
  const names = await accountsOf(db, [memberId]);
  if (!names.has(memberId)) return undefined;
  const { settings } = await readMerchant(db, merchant);
  const labelOf = (level: number) => `${level} ${settings.vipLevels[level - 1]?.labelName ?? ''}`.trim();
  const row = await desk.member(db, memberId);
  const changes = await desk.changes(db, memberId, SHOWN_CHANGES);
  const gifts = await desk.gifts(db, memberId, SHOWN_CHANGES);
  const { currency } = settings;
  return (
    <>
      <Card title={tx('vipMember')}>
        <Table
          caption={tx('vipMember')}
          heads={[tx('member'), tx('vipLevel'), tx('vipStake'), tx('vipDeposits')]}
          rows={[
            {
              key: memberId,
              cells: [
                <MemberLink key="member" id={memberId} name={names.get(memberId)} />,
                labelOf(row?.level ?? 1),
                <Amount key="stake" units={BigInt(row?.stake ?? 0)} currency={currency} />,
                <Amount key="deposits" units={BigInt(row?.deposits ?? 0)} currency={currency} />,
              ],
            },
          ]}
          empty={tx('nothing')}
        />
      </Card>
      <Card title={tx('vipHistory')}>
        <Table
          caption={tx('vipHistory')}
          heads={[tx('time'), tx('agentMoveFrom'), tx('vipLevel'), tx('vipCause'), tx('vipStake'), tx('operator'), tx('reason')]}
          rows={changes.map((change) => ({
            key: change.id,
            cells: [
              <Time key="at" at={change.at} />,
              labelOf(change.from_level),
              labelOf(change.to_level),
              tx(`vipCause_${change.cause}`),
              <Amount key="stake" units={BigInt(change.stake)} currency={currency} />,
              change.operator,
              <span key="reason" dir="auto">
                {change.reason}
              </span>,
            ],
          }))}
          empty={tx('nothing')}
        />
      </Card>
      <GiftCard gifts={gifts} labelOf={labelOf} />
    </>
  );
}

function GiftCard({
  gifts,
  labelOf,
}: {
  readonly gifts: Awaited<ReturnType<VipDesk['gifts']>>;
  readonly labelOf: (level: number) => string;
}) {
  return (
    <Card title={tx('vipGifts')}>
      <Table
        caption={tx('vipGifts')}
        heads={[tx('time'), tx('kind'), tx('vipLevel'), tx('amount'), tx('state')]}
        rows={gifts.map(({ id, kind, level, amount, currency, state, created_at }) => ({
          key: id,
          cells: [
            <Time key="at" at={created_at} />,
            tx(`vipGift_${kind}`),
            labelOf(level),
            <Amount key="amount" units={BigInt(amount)} currency={currency} />,
            tx(`vipGiftState_${state}`),
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}

type Level = MerchantSettings['vipLevels'][number];

/** A row for each level, which begins with its number and name. */
function levelRows(levels: readonly Level[], cellsOf: (level: Level, number: number) => readonly ReactNode[]) {
  return levels.map((level, index) => ({
    key: level.labelName,
    cells: [`${index + 1} ${level.labelName}`, ...cellsOf(level, index + 1)],
  }));
}

function RuleCard({ settings }: { readonly settings: MerchantSettings }) {
  const { vipLevels, vip, currency } = settings;
  const amount = (key: string, whole: number) => <Amount key={key} units={toUnits(whole)} currency={currency} />;
  const rows = (cellsOf: (level: Level) => readonly ReactNode[]) => levelRows(vipLevels, cellsOf);
  return (
    <>
      <Card title={tx('vipRules')}>
        <p>{vip.keepMonths === null ? tx('vipKept') : tx('vipKeepMonths', { months: vip.keepMonths })}</p>
        <Table
          caption={tx('vipRules')}
          heads={[tx('vipLevel'), tx('vipStake'), tx('vipDeposits'), tx('vipKeep')]}
          rows={rows((level) => [amount('stake', level.stake), amount('deposits', level.deposits), amount('keep', level.keepStake)])}
          empty={tx('nothing')}
        />
      </Card>
      <Card title={tx('vipBenefits')}>
        <Table
          caption={tx('vipBenefits')}
          heads={[tx('vipLevel'), tx('vipRebate'), tx('vipPoints'), tx('vipUpgradeGift'), tx('vipBirthdayGift')]}
          rows={rows((level) => [
            `${level.rebatePercent}%`,
            `× ${level.pointFactor}`,
            amount('gift', level.upgradeGift),
            amount('birthday', level.birthdayGift),
          ])}
          empty={tx('nothing')}
        />
      </Card>
      <WithdrawalCard settings={settings} />
    </>
  );
}

/** Withdrawals of each level: its own rules, in their place those of the merchant. */
function WithdrawalCard({ settings }: { readonly settings: MerchantSettings }) {
  const { vipLevels, currency } = settings;
  const money = (key: string, text: string) => <Amount key={key} units={unitsOf(text)} currency={currency} />;
  return (
    <Card title={tx('vipWithdrawalRules')}>
      <Table
        caption={tx('vipWithdrawalRules')}
        heads={[tx('vipLevel'), tx('vipWithdrawals'), tx('vipFee'), tx('vipFree'), tx('vipMax'), tx('vipMaxPerDay')]}
        rows={levelRows(vipLevels, (_level, number) => {
          const { rules, perDay, freePerMonth } = levelWithdrawals(settings, number);
          const fixed = unitsOf(rules.feeFixed);
          const share = rules.feeBasisPoints > 0 ? `${(rules.feeBasisPoints / 100).toFixed(2)}%` : '';
          const fees = [fixed > 0n ? amountText(fixed, currency) : '', share].filter((part) => part !== '');
          return [
            String(perDay),
            fees.length === 0 ? tx('vipNoFee') : fees.join(' + '),
            fees.length === 0 ? '–' : String(freePerMonth),
            money('max', rules.max),
            money('day', rules.maxPerDay),
          ];
        })}
        empty={tx('nothing')}
      />
    </Card>
  );
}

/** The form carries a generated id, so submitting it twice requests once. */
function RequestCard({ session }: { readonly session: ConsoleInput['session'] }) {
  return (
    <Card title={tx('vipRequest')}>
      <p>{tx('vipRequestText')}</p>
      <Form session={session} to={`${PATH}/request`} submit={tx('vipRequest')}>
        <input type="hidden" name="id" value={`vo_${randomBytes(12).toString('hex')}`} />
        <div className="columns">
          <Input name="account" label={tx('account')} maxLength={64} autoComplete="off" />
          <Input name="level" label={tx('vipLevel')} hint={tx('vipLevelHint')} required={false} maxLength={2} autoComplete="off" />
        </div>
        <Reason />
      </Form>
    </Card>
  );
}

interface OrderTableProps {
  readonly session: ConsoleInput['session'];
  readonly rows: readonly VipOrder[];
  /** Accounts by member id. */
  readonly names: ReadonlyMap<string, string>;
}

function OrderTable({ session, rows, names }: OrderTableProps) {
  return (
    <Table
      caption={tx('vipOrders')}
      heads={[tx('time'), tx('member'), tx('vipLevel'), tx('reason'), tx('vipHistory'), tx('state'), tx('change')]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <Time key="at" at={row.created_at} />,
          <MemberLink key="member" id={row.member_id} name={names.get(row.member_id)} />,
          row.level === null ? tx('vipEarned') : String(row.level),
          <span key="reason" dir="auto">
            {row.reason}
          </span>,
          <a key="history" href={`/console${PATH}/${row.member_id}`}>
            {tx('vipHistory')}
          </a>,
          <Badge key="state" {...(row.status !== 'done' && { tone: row.status === 'waiting' ? 'warn' : 'neg' })}>
            {tx(`agentMove_${row.status}`)}
          </Badge>,
          row.status === 'waiting' ? (
            <Decide key="decide" session={session} id={row.id} approve={`${PATH}/approve`} reject={`${PATH}/reject`} />
          ) : (
            ''
          ),
        ],
      }))}
      empty={tx('nothing')}
    />
  );
}
