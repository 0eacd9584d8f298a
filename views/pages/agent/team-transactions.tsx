import '../../../client/styles/index.css';
import type { Choice, RecordFrame } from '../../../client/islands/records/props.ts';
import { ChoiceField, kindLabel } from '../../../client/islands/records/record-parts.tsx';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { Money } from '../../../client/ui/money.tsx';
import type { teamTransactions } from '../../../shared/api/agent-team/calls.ts';
import type { TeamPerson } from '../../../shared/api/agent-team/schemas.ts';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { exactText } from '../../../shared/money/amount-text.ts';
import { DataTable } from '../../components/data-table.tsx';
import { AgentCentre } from '../../layouts/agent-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { NoLines, PersonHead, PersonName, Report, ReportCard } from './team-parts.tsx';

type Line = ValueOf<typeof teamTransactions>['lines'][number];

export interface TeamTransactionsView {
  readonly frame: RecordFrame;
  readonly group: string;
  readonly groups: readonly Choice[];
  readonly memberId: string;
  readonly person: TeamPerson | null;
  readonly wholeHref: string;
  readonly lines: readonly (Line & { readonly atText: string; readonly href: string })[];
  /** Newest lines; null on the first page. */
  readonly firstHref: string | null;
  readonly nextHref: string | null;
  readonly csvHref: string | null;
  readonly currency: string;
  readonly currencySymbol: string;
}

/** Money in, out and within the team, newest first. Needs no script. */
export function TeamTransactionsPage({ context, data }: { readonly context: PageContext; readonly data: TeamTransactionsView }) {
  return (
    <AgentCentre context={context} page="agentTransactions" menu>
      <TeamTransactions t={context.t} view={data} />
    </AgentCentre>
  );
}

function TeamTransactions({ t, view }: { readonly t: Translate; readonly view: TeamTransactionsView }) {
  const { lines, person, group, groups, memberId } = view;
  const filters = (
    <>
      {memberId ? <input type="hidden" name="memberId" value={memberId} /> : null}
      <ChoiceField name="group" label={t('team.kind')} value={group} all={t('records.all')} choices={groups} />
    </>
  );
  return (
    <Report t={t} frame={view.frame} filters={filters}>
      {person ? <PersonHead t={t} person={person} href={view.wholeHref} label={t('team.wholeTeam')} /> : null}
      <ReportCard title={t('team.transactions')} text={t('team.bonusText')} csvHref={view.csvHref}>
        {lines.length === 0 ? (
          <NoLines t={t} text={t('team.noTransactions')} />
        ) : (
          <DataTable label={t('team.transactions')} heads={['person', 'kind', 'at', 'amount'].map((key) => t(`team.${key}`))} whole>
            {lines.map((line) => (
              <tr key={`${line.transferId} ${line.person.memberId}`}>
                <td>
                  <PersonName t={t} person={line.person} href={line.href} />
                </td>
                <td className={display.number}>{kindLabel(t, line.kind)}</td>
                <td className={display.number}>
                  <span className={display.moment}>{line.atText}</span>
                </td>
                <td className={display.number}>
                  <span data-private>
                    <Money amount={line.amount} currency={view} signed format={exactText} />
                  </span>
                </td>
              </tr>
            ))}
          </DataTable>
        )}
        {view.firstHref === null && view.nextHref === null ? null : (
          <nav aria-label={t('common.pages')}>
            {view.firstHref === null ? null : <ButtonLink href={view.firstHref}>{t('team.newest')}</ButtonLink>}{' '}
            {view.nextHref === null ? null : <ButtonLink href={view.nextHref}>{t('team.older')}</ButtonLink>}
          </nav>
        )}
      </ReportCard>
    </Report>
  );
}
