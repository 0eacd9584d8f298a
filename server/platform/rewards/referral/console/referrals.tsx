import { accountsOf } from '../../../identity/members/index.ts';
import { type ReferralRules, readMerchant, toUnits } from '../../../merchant/index.ts';
import {
  Amount,
  type AuditDeps,
  type AuditEntry,
  Badge,
  Card,
  type ConsoleArea,
  type ConsoleForm,
  type ConsoleInput,
  Decide,
  defineForm,
  MemberLink,
  named,
  Pager,
  pageOf,
  Table,
  Time,
  tx,
  withAuditLog,
} from '../../../operators/index.ts';
import type { ReferralCase, ReferralDesk } from '../desk.ts';

export interface ReferralAreaDeps extends AuditDeps {
  readonly desk: ReferralDesk;
}

const PATH = '/referrals';

/** Rewards for invitations: the rules, which are settings of the merchant, and held rewards with their evidence. */
export function referralArea(deps: ReferralAreaDeps): ConsoleArea {
  const { db, merchant, desk } = deps;
  return {
    pages: [
      {
        path: PATH,
        action: 'members.adjust',
        title: 'referrals',
        inMenu: { group: 'rewards', place: 50 },
        async load({ session, query }) {
          const { referral, currency } = (await readMerchant(db, merchant)).settings;
          const { rows, ...page } = await pageOf(query, (slice) => desk.cases(db, slice));
          const shown = rows.flatMap((row) => [
            row.member_id,
            row.friend_id,
            row.referrer_id,
            ...row.links.map(({ memberId }) => memberId),
          ]);
          const names = await accountsOf(db, shown);
          return (
            <>
              <Card title={tx('referralCases')}>
                <p>{tx('referralCasesText')}</p>
                <CaseTable session={session} rows={rows} names={names} />
                <Pager to={`${PATH}?list=cases`} {...page} />
              </Card>
              <RuleCard rules={referral} currency={currency} />
              <SumCard sums={await desk.sums(db)} currency={currency} />
            </>
          );
        },
      },
    ],
    forms: [decideForm(deps, 'release'), decideForm(deps, 'refuse')],
  };
}

/** The member gets a message in both cases, and reads the reason of a refusal. */
function decideForm(deps: ReferralAreaDeps, kind: 'release' | 'refuse'): ConsoleForm {
  return defineForm({
    path: `${PATH}/${kind}`,
    action: 'members.adjust',
    body: named,
    async run(input, { id, reason }) {
      const entry: AuditEntry = { action: `referral.${kind}`, object: `referral:${id}`, reason };
      await withAuditLog(deps, input, entry, async (transaction, afterCommit) => ({
        member: await deps.desk[kind](transaction, afterCommit, { id, operator: input.session.name, reason }),
      }));
      return { to: PATH, message: kind === 'release' ? 'done_referralReleased' : 'done_rejected' };
    },
  });
}

interface CaseTableProps {
  readonly session: ConsoleInput['session'];
  readonly rows: readonly ReferralCase[];
  /** Accounts by member id. */
  readonly names: ReadonlyMap<string, string>;
}

function CaseTable({ session, rows, names }: CaseTableProps) {
  return (
    <Table
      caption={tx('referralCases')}
      heads={[tx('time'), tx('member'), tx('referralFriend'), tx('amount'), tx('referralEvidence'), tx('state'), tx('change')]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <Time key="at" at={row.created_at} />,
          <span key="member">
            <MemberLink id={row.member_id} name={names.get(row.member_id)} /> {tx(`referralSide_${row.side}`)}
          </span>,
          <span key="friend">
            <MemberLink id={row.friend_id} name={names.get(row.friend_id)} />{' '}
            {tx('referralDone', { stage: tx(`referralStage_${row.stage}`), rounds: row.rounds })}
          </span>,
          <Amount key="amount" units={BigInt(row.amount)} currency={row.currency} />,
          <Evidence key="evidence" row={row} names={names} />,
          <Badge key="state" {...(row.state !== 'paid' && { tone: row.state === 'held' ? 'warn' : 'neg' })}>
            {tx(`referralState_${row.state}`)}
          </Badge>,
          row.state === 'held' ? (
            <Decide key="decide" session={session} id={row.id} approve={`${PATH}/release`} reject={`${PATH}/refuse`} />
          ) : (
            <span key="decision" dir="auto">
              {row.decided_by === null ? '' : `${row.decided_by}: ${row.decision ?? ''}`}
            </span>
          ),
        ],
      }))}
      empty={tx('nothing')}
    />
  );
}

/** What the friend shares with whom, and whether the reason of the reward was taken back after the claim. */
function Evidence({ row: { links, taken_back }, names }: { readonly row: ReferralCase; readonly names: ReadonlyMap<string, string> }) {
  return (
    <>
      {links.map(({ memberId, kinds }) => (
        <p key={memberId}>
          <MemberLink id={memberId} name={names.get(memberId)} />: {kinds.map((kind) => tx(`trait_${kind}`)).join(', ')}
        </p>
      ))}
      {taken_back ? <p>{tx('referralTakenBack')}</p> : null}
    </>
  );
}

function RuleCard({ rules, currency }: { readonly rules: ReferralRules; readonly currency: string }) {
  const { claimDays, perMonth, maxFriends, stages } = rules;
  const amount = (key: string, whole: number) => <Amount key={key} units={toUnits(whole)} currency={currency} />;
  return (
    <Card title={tx('referralRules')}>
      <p>
        {tx('referralRulesText', { days: claimDays })}{' '}
        {perMonth === null ? null : (
          <>
            {tx('referralPerMonth')} {amount('month', perMonth)}.{' '}
          </>
        )}
        {maxFriends === null ? null : tx('referralMaxFriends', { count: maxFriends })}
      </p>
      <Table
        caption={tx('referralRules')}
        heads={[
          tx('referralStage'),
          tx('deposits'),
          tx('referralStake'),
          tx('referralDays'),
          tx('referralSide_referrer'),
          tx('referralSide_friend'),
        ]}
        rows={stages.map(({ stage, deposits, stake, withinDays, referrer, friend }) => ({
          key: stage,
          cells: [
            tx(`referralStage_${stage}`),
            amount('deposits', deposits),
            amount('stake', stake),
            String(withinDays),
            amount('referrer', referrer),
            amount('friend', friend),
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}

function SumCard({ sums, currency }: { readonly sums: Awaited<ReturnType<ReferralDesk['sums']>>; readonly currency: string }) {
  return (
    <Card title={tx('referralSums')}>
      <Table
        caption={tx('referralSums')}
        heads={[tx('referralStage'), tx('state'), tx('referralCount'), tx('amount')]}
        rows={sums.map(({ stage, state, count, units }) => ({
          key: `${stage} ${state}`,
          cells: [
            tx(`referralStage_${stage}`),
            tx(`referralState_${state}`),
            String(count),
            <Amount key="amount" units={BigInt(units)} currency={currency} />,
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}
