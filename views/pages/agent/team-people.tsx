import '../../../client/styles/index.css';
import type { Choice, RecordFrame } from '../../../client/islands/records/props.ts';
import { ChoiceField } from '../../../client/islands/records/record-parts.tsx';
import type { TransferProps } from '../../../client/islands/transfer/props.ts';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { Field } from '../../../client/ui/field.tsx';
import { Pagination } from '../../../client/ui/pagination.tsx';
import type { teamMembers } from '../../../shared/api/agent-team/calls.ts';
import type { TeamPerson, TeamPersonLine } from '../../../shared/api/agent-team/schemas.ts';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { WageKind } from '../../../shared/rules/wages.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Island } from '../../components/island.tsx';
import { AgentCentre } from '../../layouts/agent-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from './team.module.css';
import { ExactCells, NoLines, PersonName, Report, ReportCard, type TeamList } from './team-parts.tsx';

type People = ValueOf<typeof teamMembers>;

export interface PeopleFilter {
  readonly under: string;
  readonly depth: string;
  readonly type: string;
  readonly search: string;
  readonly sort: string;
}

export interface PersonView extends TeamPersonLine {
  readonly registeredText: string;
  /** Empty: never. */
  readonly lastLoginText: string;
  readonly belowHref: string;
  readonly betsHref: string;
  readonly transactionsHref: string;
  /** Contracts of wages with an agent directly below, by kind. */
  readonly contractLinks: readonly {
    readonly kind: WageKind;
    readonly state: 'active' | 'ended' | 'requested' | 'none';
    readonly label: string;
    /** The state, for one that is ended with the time. */
    readonly stateText: string;
    readonly href: string;
  }[];
  /** Null: this person cannot receive a transfer of the agent, or the merchant has none. */
  readonly transferHref: string | null;
}

export interface TeamPeopleView extends TeamList {
  readonly frame: RecordFrame;
  readonly filter: PeopleFilter;
  /** The chosen order is not possible for so many people. */
  readonly isReordered: boolean;
  readonly sorts: readonly Choice[];
  readonly path: readonly (TeamPerson & { readonly href: string })[];
  readonly people: readonly PersonView[];
  readonly totals: People['totals'] | null;
  readonly count: number;
  readonly pageHref: (page: number) => string;
}

/** The result first: it is visible without scrolling on every screen. */
const PROFIT_KEYS = ['net', 'stake', 'payout', 'validBet', 'deposits', 'withdrawals', 'bonuses', 'wages'] as const;

interface PeopleProps {
  readonly t: Translate;
  readonly view: TeamPeopleView;
}

export type TeamManagementView = { readonly list: TeamPeopleView } | { readonly transfer: TransferProps; readonly backHref: string };

/** The people of a level or of the whole team, each with what can be done, or a transfer to one of them. */
export function TeamManagementPage({ context, data }: { readonly context: PageContext; readonly data: TeamManagementView }) {
  return (
    <AgentCentre context={context} page="agentTeamManagement" menu>
      <TeamManagement t={context.t} view={data} />
    </AgentCentre>
  );
}

function TeamManagement({ t, view }: { readonly t: Translate; readonly view: TeamManagementView }) {
  if ('list' in view) return <PeopleList t={t} view={view.list} />;
  return (
    <>
      <p>
        <ButtonLink variant="ghost" dense icon="arrow-left" href={view.backHref}>
          {t('team.me')}
        </ButtonLink>
      </p>
      <Island name="transfer-person" hydrate="load" props={() => view.transfer} />
    </>
  );
}

function PeopleList({ t, view }: PeopleProps) {
  const heads = ['person', 'below', 'balance', 'validBet', 'net', 'lastLogin'].map((key) => t(`team.${key}`));
  return (
    <Report t={t} frame={view.frame} filters={<Filters t={t} view={view} />}>
      <Path t={t} view={view} />
      <ReportCard
        title={t('team.peopleCount', { count: view.count })}
        csvHref={view.csvHref}
        {...(view.isReordered ? { text: t('team.largeOrder') } : {})}
      >
        {view.people.length === 0 ? (
          <NoLines t={t} text={t('team.noPeople')} />
        ) : (
          <DataTable label={t('team.people')} heads={heads} whole cards>
            {view.people.map((person) => (
              <tr key={person.memberId}>
                <td className={styles.who}>
                  <PersonName t={t} person={person} {...(person.below > 0 ? { href: person.belowHref } : {})} />
                  <State t={t} person={person} />
                  <ContractLinks person={person} />
                  <Actions t={t} person={person} />
                </td>
                <td className={display.number} data-label={heads[1]}>
                  {person.below}
                </td>
                <ExactCells line={person} keys={['balance', 'validBet', 'net']} labels={heads.slice(2, 5)} currency={view} />
                <td className={display.number} data-label={heads[5]}>
                  <span className={display.moment}>{person.lastLoginText || t('team.never')}</span>
                </td>
              </tr>
            ))}
          </DataTable>
        )}
        <Pagination t={t} page={view.pageNum} pages={view.totalPages} href={view.pageHref} />
      </ReportCard>
    </Report>
  );
}

function State({ t, person }: { readonly t: Translate; readonly person: PersonView }) {
  if (person.blocked)
    return (
      <span className={display.badge} data-tone="neg">
        {t('team.blocked')}
      </span>
    );
  return person.online ? (
    <span className={display.badge} data-tone="pos">
      {t('team.isOnline')}
    </span>
  ) : null;
}

const CONTRACT_TONES: Readonly<Record<string, string>> = { active: 'pos', ended: 'info', requested: 'info' };

/** State of each contract with the person, as a link to it. */
function ContractLinks({ person: { account, contractLinks } }: { readonly person: PersonView }) {
  if (contractLinks.length === 0) return null;
  return (
    <span className={styles.contracts}>
      {contractLinks.map(({ kind, state, label, stateText, href }) => (
        <a
          key={kind}
          className={display.badge}
          data-tone={CONTRACT_TONES[state]}
          href={href}
          aria-label={`${label}: ${stateText} – ${account}`}
        >
          {state === 'none' ? label : `${label}: ${stateText}`}
        </a>
      ))}
    </span>
  );
}

function Actions({ t, person }: { readonly t: Translate; readonly person: PersonView }) {
  const link = (icon: string, href: string, label: string) => (
    <ButtonLink variant="ghost" dense icon={icon} href={href} aria-label={`${label}: ${person.account}`}>
      {label}
    </ButtonLink>
  );
  return (
    <span className={styles.actions}>
      {link('receipt', person.betsHref, t('team.openBets'))}
      {link('arrow-left-right', person.transactionsHref, t('team.openTransactions'))}
      {person.transferHref === null ? null : link('send', person.transferHref, t('team.openTransfer'))}
    </span>
  );
}

function Path({ t, view: { path } }: PeopleProps) {
  if (path.length < 2) return null;
  return (
    <nav aria-label={t('team.path')}>
      <ol className={styles.path}>
        {path.map((person, n) => (
          <li key={person.memberId}>
            <a className={display.chip} href={person.href} aria-current={n === path.length - 1 ? 'page' : undefined}>
              <bdi>{n === 0 ? t('team.me') : person.account}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Filters({ t, view: { filter, sorts } }: PeopleProps) {
  const choices = (name: string, values: readonly string[]) => values.map((value) => ({ value, label: t(`team.${name}_${value}`) }));
  return (
    <>
      {filter.under ? <input type="hidden" name="under" value={filter.under} /> : null}
      <Field error={undefined} name="search" label={t('team.search')} defaultValue={filter.search} maxLength={32} autoComplete="off" />
      <ChoiceField name="depth" label={t('team.depth')} value={filter.depth} choices={choices('depth', ['direct', 'all'])} />
      <ChoiceField
        name="type"
        label={t('team.type')}
        value={filter.type}
        all={t('records.all')}
        choices={choices('type', ['agent', 'member'])}
      />
      <ChoiceField name="sort" label={t('team.sort')} value={filter.sort} choices={sorts} />
    </>
  );
}

/** Profit and loss of each person of the team. Needs no script. */
export function TeamProfitPage({ context, data }: { readonly context: PageContext; readonly data: TeamPeopleView }) {
  return (
    <AgentCentre context={context} page="agentProfit" menu>
      <TeamProfit t={context.t} view={data} />
    </AgentCentre>
  );
}

function TeamProfit({ t, view }: PeopleProps) {
  return (
    <Report t={t} frame={view.frame} filters={<Filters t={t} view={view} />}>
      <Path t={t} view={view} />
      <ReportCard
        title={t('team.peopleCount', { count: view.count })}
        text={view.isReordered ? t('team.largeOrder') : `${t('team.netText')} ${t('team.bonusText')}`}
        csvHref={view.csvHref}
      >
        {view.people.length === 0 ? (
          <NoLines t={t} text={t('team.noPeople')} />
        ) : (
          <DataTable label={t('team.people')} heads={['person', ...PROFIT_KEYS].map((key) => t(`team.${key}`))} whole>
            {view.people.map((person) => (
              <tr key={person.memberId}>
                <td>
                  <PersonName t={t} person={person} href={person.betsHref} />
                </td>
                <ExactCells line={person} keys={PROFIT_KEYS} currency={view} />
              </tr>
            ))}
            {view.totals ? (
              <tr className={styles.totals}>
                <td>{t('team.total')}</td>
                <ExactCells line={view.totals} keys={PROFIT_KEYS} currency={view} />
              </tr>
            ) : null}
          </DataTable>
        )}
        <Pagination t={t} page={view.pageNum} pages={view.totalPages} href={view.pageHref} />
      </ReportCard>
    </Report>
  );
}
