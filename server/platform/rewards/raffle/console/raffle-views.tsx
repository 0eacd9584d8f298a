import { MAX_RAFFLE_TITLE, type RaffleState } from '../../../../../shared/api/raffles/constants.ts';
import { DEFAULT_LANGUAGE, GAME_CATEGORIES } from '../../../../../shared/constants.ts';
import { LANGUAGES } from '../../../../../shared/i18n/languages.ts';
import { amountText } from '../../../../../shared/money/amount-text.ts';
import { toScreen } from '../../../../../shared/money/money.ts';
import {
  AmountInput,
  Badge,
  Card,
  Collapsible,
  type ConsoleInput,
  Facts,
  Form,
  Input,
  MemberLink,
  Pager,
  Reason,
  Table,
  Time,
  TimeInput,
  tx,
} from '../../../operators/index.ts';
import type { RaffleSums } from '../desk.ts';
import type { RaffleRow, WinRow } from '../rules.ts';
import { titleOf } from '../terms.ts';

type Session = ConsoleInput['session'];
const TONES: Readonly<Record<RaffleState, 'pos' | 'neg' | 'warn'>> = {
  draft: 'warn',
  live: 'pos',
  closed: 'pos',
  drawn: 'pos',
  cancelled: 'neg',
};

interface ListProps {
  readonly rows: readonly RaffleSums[];
  readonly pageNo: number;
  readonly more: boolean;
}

export function RafflesPage({ rows, pageNo, more }: ListProps) {
  const heads = [
    'raffle',
    'from',
    'until',
    'raffleDraw',
    'promotionMembers',
    'raffleTickets',
    'raffleReserved',
    'promotionPaid',
    'state',
  ] as const;
  return (
    <>
      <p>
        <a className="button" href="/console/raffles/new">
          {tx('raffleNew')}
        </a>
      </p>
      <Card title={tx('raffles')}>
        <Table
          caption={tx('raffles')}
          heads={heads.map((head) => tx(head))}
          rows={rows.map(({ row, members, given, paid }) => ({
            key: row.id,
            cells: [
              <a key="title" href={`/console/raffles/items/${row.id}`} dir="auto">
                {titleOf(row.titles, DEFAULT_LANGUAGE)}
              </a>,
              <Time key="from" at={row.starts_at} />,
              <Time key="until" at={row.ends_at} />,
              <Time key="draw" at={row.draws_at} />,
              String(members),
              String(given),
              `${amountText(BigInt(row.reserved), row.currency)} / ${amountText(BigInt(row.budget), row.currency)}`,
              amountText(paid, row.currency),
              <State key="state" state={row.state} />,
            ],
          }))}
          empty={tx('nothing')}
        />
        <Pager to="/raffles" pageNo={pageNo} more={more} />
      </Card>
    </>
  );
}

function State({ state }: { readonly state: RaffleState }) {
  return <Badge tone={TONES[state]}>{tx(`raffleState_${state}`)}</Badge>;
}

export interface RaffleEditorProps {
  readonly session: Session;
  /** Undefined: a new raffle. */
  readonly row: RaffleRow | undefined;
  readonly languages: readonly string[];
  /** Language whose title is needed. */
  readonly required: string;
  readonly currency: string;
}

export interface RafflePageProps extends RaffleEditorProps {
  readonly found: RaffleSums;
  /** As members read them. */
  readonly terms: readonly string[];
  readonly wins: readonly WinRow[];
  /** Accounts of the winners by member id. */
  readonly names: ReadonlyMap<string, string>;
}

export function RafflePage({ found, terms, wins, names, ...editor }: RafflePageProps) {
  const { row, members, given, paid } = found;
  return (
    <>
      <Card title={titleOf(row.titles, DEFAULT_LANGUAGE)}>
        <Facts
          rows={[
            [tx('state'), <State key="state" state={row.state} />],
            [tx('promotionMembers'), String(members)],
            [tx('raffleTickets'), String(given)],
            [tx('raffleReserved'), `${amountText(BigInt(row.reserved), row.currency)} / ${amountText(BigInt(row.budget), row.currency)}`],
            [tx('promotionPaid'), amountText(paid, row.currency)],
            [tx('raffleSeedHash'), <code key="seed">{row.seed_hash}</code>],
            ...(row.list_hash === null ? [] : ([[tx('raffleListHash'), <code key="list">{row.list_hash}</code>]] as const)),
          ]}
        />
        <h3>{tx('promotionTerms')}</h3>
        <ul>
          {terms.map((term) => (
            <li key={term} dir="auto">
              {term}
            </li>
          ))}
        </ul>
      </Card>
      {row.state === 'drawn' ? <Wins row={row} wins={wins} names={names} /> : null}
      {row.state === 'draft' ? <Step row={row} session={editor.session} step="publish" /> : null}
      {row.state === 'draft' ? <RaffleEditor {...editor} /> : null}
      {row.state === 'live' ? <Step row={row} session={editor.session} step="cancel" /> : null}
    </>
  );
}

function Wins({ row, wins, names }: Pick<RafflePageProps, 'wins' | 'names'> & { readonly row: RaffleRow }) {
  return (
    <Card title={tx('raffleWins')}>
      <Table
        caption={tx('raffleWins')}
        heads={[tx('rafflePlace'), tx('raffleTicket'), tx('member'), tx('amount'), tx('state')]}
        rows={wins.map(({ id, place, ticket, member_id, amount, state }) => ({
          key: id,
          cells: [
            String(place),
            String(ticket),
            <MemberLink key="member" id={member_id} name={names.get(member_id)} />,
            amountText(BigInt(amount), row.currency),
            tx(`raffleWin_${state}`),
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}

interface StepProps {
  readonly row: RaffleRow;
  readonly session: Session;
  readonly step: 'publish' | 'cancel';
}

function Step({ row, session, step }: StepProps) {
  return (
    <Card title={tx('change')}>
      <p>{tx(step === 'publish' ? 'rafflePublishText' : 'raffleCancelText')}</p>
      <Collapsible title={tx(step === 'publish' ? 'promotionPublish' : 'raffleCancel')}>
        <Form
          session={session}
          to={`/raffles/${step}`}
          submit={tx(step === 'publish' ? 'promotionPublish' : 'raffleCancel')}
          danger
          fixed={{ id: row.id }}
        >
          <Reason />
        </Form>
      </Collapsible>
    </Card>
  );
}

/** The rule of a raffle. */
export function RaffleEditor({ session, row, languages, required, currency }: RaffleEditorProps) {
  const shown = (units: string) => (BigInt(units) > 0n ? toScreen(BigInt(units), currency).replaceAll(',', '') : '');
  return (
    <Card title={tx(row ? 'promotionEdit' : 'raffleNew')}>
      <p>{tx('raffleEditText')}</p>
      <Form session={session} to="/raffles/save" submit={tx('save')} fixed={{ id: row?.id ?? '' }}>
        <div className="columns">
          <TimeInput name="from" label={tx('from')} hint={tx('promotionFromHint')} at={row?.starts_at ?? null} />
          <TimeInput name="to" label={tx('until')} at={row?.ends_at ?? null} />
          <TimeInput name="draw" label={tx('raffleDraw')} at={row?.draws_at ?? null} />
          <Input
            name="prizes"
            label={tx('rafflePrizesOf', { currency })}
            hint={tx('rafflePrizesHint')}
            value={row?.prizes.map(({ amount, count }) => `${shown(amount)} x ${count}`).join(', ') ?? ''}
            maxLength={400}
          />
          <AmountInput
            name="stakeStep"
            label={tx('raffleStakeStep', { currency })}
            hint={tx('raffleStakeHint')}
            value={shown(row?.stake_step ?? '0')}
            currency={currency}
            required={false}
          />
          <Input
            name="categories"
            label={tx('promotionCategories')}
            hint={tx('raffleCategoriesHint', { codes: GAME_CATEGORIES.join(', ') })}
            value={row?.categories.join(', ') ?? ''}
            maxLength={400}
            required={false}
          />
          <AmountInput
            name="depositLeast"
            label={tx('raffleDepositLeast', { currency })}
            hint={tx('raffleDepositHint')}
            value={shown(row?.deposit_least ?? '0')}
            currency={currency}
            required={false}
          />
          <Input
            name="maxTickets"
            label={tx('raffleMaxTickets')}
            value={String(row?.max_tickets ?? 100)}
            inputMode="numeric"
            maxLength={5}
          />
          <Input name="minLevel" label={tx('promotionLevel')} value={String(row?.min_level ?? 1)} inputMode="numeric" maxLength={2} />
          <Input
            name="claimDays"
            label={tx('promotionClaimDays')}
            value={String(row?.claim_days ?? 14)}
            inputMode="numeric"
            maxLength={3}
          />
        </div>
        {languages.map((code) => (
          <Input
            key={code}
            name={`title-${code}`}
            label={tx('promotionTitle', { language: LANGUAGES.find((one) => one.code === code)?.name ?? code })}
            maxLength={MAX_RAFFLE_TITLE}
            value={row?.titles[code] ?? ''}
            required={code === required}
          />
        ))}
        <Reason />
      </Form>
    </Card>
  );
}
