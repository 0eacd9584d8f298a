import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { MAX_WAGERING } from '../../../../../shared/api/bonus/constants.ts';
import { wageredPercent } from '../../../../../shared/rules/bonus.ts';
import { accountsOf } from '../../../identity/members/index.ts';
import { readMerchant } from '../../../merchant/index.ts';
import {
  Amount,
  type AuditDeps,
  type AuditEntry,
  amountField,
  Badge,
  Card,
  type ConsoleArea,
  type ConsoleInput,
  defineForm,
  Facts,
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
  Table,
  Time,
  tx,
  withAuditLog,
} from '../../../operators/index.ts';
import type { BonusRow } from '../contracts.ts';
import type { BonusDesk } from '../desk.ts';
import { checkAmount, wholeField } from './order-fields.ts';

export interface BonusAreaDeps extends AuditDeps {
  readonly desk: BonusDesk;
}

const MAX_DAYS = 90;
const offer = v.object({
  id: idField,
  account: line(64),
  amount: amountField,
  wagering: wholeField(MAX_WAGERING),
  days: wholeField(MAX_DAYS),
  /** Empty: none. */
  maxBet: v.union([v.pipe(v.string(), v.trim(), v.literal('')), amountField]),
  reason: line(200),
});

/** Bonuses of all members, and the form that offers one. Rules for deposits are settings of the merchant. */
export function bonusArea(deps: BonusAreaDeps): ConsoleArea {
  const { db, merchant, desk } = deps;
  return {
    pages: [
      {
        path: '/bonuses',
        action: 'members.adjust',
        title: 'bonuses',
        inMenu: { group: 'rewards', place: 30 },
        async load({ session, query }) {
          const { currency } = (await readMerchant(db, merchant)).settings;
          const { rows, ...page } = await pageOf(query, (slice) => desk.list(db, slice));
          const { units, states } = await desk.sums(db);
          const names = await accountsOf(
            db,
            rows.map(({ member_id }) => member_id),
          );
          return (
            <>
              <Card title={tx('bonusOffer')}>
                <Facts
                  rows={[
                    [tx('bonusPool'), <Amount key="units" units={units} currency={currency} />],
                    [tx('bonus_running'), String(states.get('running') ?? 0)],
                    [tx('bonus_offered'), String(states.get('offered') ?? 0)],
                  ]}
                />
                <OfferForm session={session} />
              </Card>
              <Card title={tx('bonuses')}>
                <BonusTable session={session} rows={rows} names={names} />
                <Pager to="/bonuses?list=all" {...page} />
              </Card>
            </>
          );
        },
      },
    ],
    forms: [
      defineForm({
        path: '/bonuses/offer',
        action: 'members.adjust',
        body: offer,
        async run(input, { id, account, amount, maxBet, ...terms }) {
          const { id: memberId } = await findAccount(db, merchant, account);
          await checkAmount(deps, amount);
          const order = { id, memberId, amount, maxBet: maxBet === '' ? null : maxBet, ...terms };
          const auditEntry: AuditEntry = { action: 'bonus.offer', object: `member:${memberId}`, reason: terms.reason };
          await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => detailOf(await desk.offer(tx, afterCommit, order)));
          return { to: '/bonuses', message: 'done_bonusOffered' };
        },
      }),
      defineForm({
        path: '/bonuses/withdraw',
        action: 'members.adjust',
        body: named,
        async run(input, { id, reason }) {
          const auditEntry: AuditEntry = { action: 'bonus.withdraw', object: `bonus:${id}`, reason };
          await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => detailOf(await desk.withdraw(tx, afterCommit, id)));
          return { to: '/bonuses', message: 'done_bonusWithdrawn' };
        },
      }),
    ],
  };
}

function detailOf({ id, member_id, amount, currency, wagering, days, max_bet, state }: BonusRow) {
  return { bonus: id, member: member_id, units: amount, currency, wagering, days, highestStake: max_bet, state };
}

type Session = ConsoleInput['session'];

/** The form carries a generated id, so submitting it twice offers once. */
function OfferForm({ session }: { readonly session: Session }) {
  return (
    <Form session={session} to="/bonuses/offer" submit={tx('bonusOffer')}>
      <input type="hidden" name="id" value={`b_${randomBytes(12).toString('hex')}`} />
      <Input name="account" label={tx('member')} maxLength={64} autoComplete="off" />
      <Input name="amount" label={tx('amount')} inputMode="decimal" maxLength={16} autoComplete="off" />
      <Input
        name="wagering"
        label={tx('bonusWagering')}
        hint={tx('bonusWageringHint')}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
      />
      <Input name="days" label={tx('bonusDays')} inputMode="numeric" maxLength={4} autoComplete="off" />
      <Input
        name="maxBet"
        label={tx('bonusMaxBet')}
        hint={tx('bonusMaxBetHint')}
        required={false}
        inputMode="decimal"
        maxLength={16}
        autoComplete="off"
      />
      <Reason hint={tx('reasonRead')} />
    </Form>
  );
}

interface TableProps {
  readonly session: Session;
  readonly rows: readonly BonusRow[];
  readonly names: ReadonlyMap<string, string>;
}

function BonusTable({ session, rows, names }: TableProps) {
  const heads = ['time', 'member', 'bonusSource', 'amount', 'bonusWagering', 'bonusDone', 'state', 'reason', 'change'] as const;
  return (
    <Table
      caption={tx('bonuses')}
      heads={heads.map((head) => tx(head))}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <Time key="at" at={row.created_at} />,
          <MemberLink key="member" id={row.member_id} name={names.get(row.member_id)} />,
          tx(`bonusSource_${row.source}`),
          <Amount key="amount" units={BigInt(row.amount)} currency={row.currency} />,
          String(row.wagering),
          row.accepted_at === null ? '' : `${wageredPercent(BigInt(row.wagered), BigInt(row.required))} %`,
          <Badge key="state" {...(row.state === 'running' && { tone: 'pos' })}>
            {tx(`bonus_${row.state}`)}
          </Badge>,
          <span key="reason" dir="auto">
            {row.reason}
          </span>,
          row.state === 'offered' ? (
            <Form key="withdraw" session={session} to="/bonuses/withdraw" submit={tx('bonusWithdraw')} danger fixed={{ id: row.id }}>
              <Reason />
            </Form>
          ) : (
            ''
          ),
        ],
      }))}
      empty={tx('nothing')}
    />
  );
}
