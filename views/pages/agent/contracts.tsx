import type { ReactNode } from 'react';
import { TermsText } from '../../../client/islands/agent/terms-text.tsx';
import type { FormView } from '../../../client/islands/sign-in/props.ts';
import { formAction } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import type { ContractAction } from '../../../shared/api/agent-contracts/constants.ts';
import type { TermsFields } from '../../../shared/api/agent-contracts/form.ts';
import type { ContractsValue, ContractValue, TermsValue } from '../../../shared/api/agent-contracts/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { DividendPeriod, WageKind } from '../../../shared/rules/wages.ts';
import { DataTable } from '../../components/data-table.tsx';
import styles from './contracts.module.css';
import team from './team.module.css';
import { ReportCard } from './team-parts.tsx';
import { percent } from './wage-parts.tsx';

/** A contract with its times in the merchant's zone. */
export interface ContractCard extends ContractValue {
  readonly fromText: string | null;
  readonly untilText: string | null;
  readonly requestedText: string;
  /** Confirmation of its end. */
  /** Null: it ends already. */
  readonly endHref: string | null;
}

interface ContractFrame {
  readonly kind: WageKind;
  /** Id of the call that its forms make. */
  readonly action: string;
  /** The page itself. */
  readonly back: string;
  readonly form: FormView | null;
  readonly currency: string;
  readonly currencySymbol: string;
}

export interface ContractListView extends ContractFrame {
  /** The step that was just carried out. */
  readonly done: ContractAction | null;
  readonly own: ContractCard | null;
  readonly ownRequest: ContractCard | null;
  /** Highest rate that the agent can offer in percent; null: the agent cannot offer contracts of this kind. */
  readonly highest: string | null;
  readonly downlines: readonly {
    readonly account: string;
    readonly contract: ContractCard | null;
    readonly request: ContractCard | null;
    readonly orderHref: string | null;
  }[];
}

export interface ContractOrderView extends ContractFrame, Pick<ContractsValue, 'ceilingBp' | 'highestBp' | 'betSteps' | 'activeValidBet'> {
  readonly account: string;
  readonly backHref: string;
  readonly contract: ContractCard | null;
  readonly request: ContractCard | null;
  readonly fields: TermsFields;
  readonly period: DividendPeriod | null;
  readonly ownTerms: TermsValue;
}

export interface ContractEndView extends ContractFrame {
  readonly contract: ContractCard;
  readonly backHref: string;
}

interface ListProps {
  readonly t: Translate;
  readonly view: ContractListView;
}

/** The agent's own contract of a kind, and those with the agents directly below. */
export function ContractList({ t, view }: ListProps) {
  const { own, ownRequest, done, form } = view;
  return (
    <>
      {done ? <FormMessage kind="done" text={t(`contracts.done_${done}`)} /> : null}
      {form ? <FormMessage text={form.message} /> : null}
      <div className={styles.columns}>
        {ownRequest ? (
          <ReportCard title={t('contracts.offered')}>
            <Contract t={t} view={view} contract={ownRequest} />
            <Answer t={t} view={view} contract={ownRequest} />
          </ReportCard>
        ) : null}
        <ReportCard title={t('contracts.own')}>
          {own ? (
            <>
              <Contract t={t} view={view} contract={own} />
              {own.endHref === null ? (
                <p>{t('contracts.endingText')}</p>
              ) : (
                <p>
                  <ButtonLink variant="ghost" dense icon="circle-x" href={own.endHref}>
                    {t('contracts.terminate')}
                  </ButtonLink>
                </p>
              )}
            </>
          ) : (
            <EmptyState icon="file-text" title={t('contracts.noOwn')} text={t('contracts.noOwnText')} />
          )}
        </ReportCard>
      </div>
      <Downlines t={t} view={view} />
      {view.downlines.map(({ account, contract }) =>
        contract?.state === 'ended' ? (
          <ReportCard key={account} title={t('contracts.current', { account })} text={t('contracts.endingText')}>
            <Contract t={t} view={view} contract={contract} />
          </ReportCard>
        ) : null,
      )}
    </>
  );
}

/** The terms of a contract with its version and times. */
export function Contract({ t, view, contract }: { readonly t: Translate; readonly view: ContractFrame; readonly contract: ContractCard }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['version', contract.version],
    ...(contract.untilText === null ? [] : ([['until', contract.untilText]] as const)),
    contract.state === 'requested' ? ['requested', contract.requestedText] : ['from', contract.fromText ?? '–'],
  ];
  return (
    <>
      <TermsText t={t} kind={view.kind} period={contract.period} account={contract.account} terms={contract.terms} currency={view} />
      <dl className={styles.facts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`contracts.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Accept or reject. */
function Answer({ t, view, contract }: ListProps & { readonly contract: ContractCard }) {
  return (
    <div className={styles.buttons}>
      <StepForm view={view} step="Accept" contract={contract}>
        <EndLowered t={t} form={view.form} step="Accept" />
        <Button type="submit" variant="primary" icon="check">
          {t('contracts.accept')}
        </Button>
      </StepForm>
      <StepForm view={view} step="Reject" contract={contract}>
        <Button type="submit" icon="x">
          {t('contracts.reject')}
        </Button>
      </StepForm>
    </div>
  );
}

function StepForm({
  view,
  step,
  contract,
  children,
}: {
  readonly view: ContractFrame;
  readonly step: ContractAction;
  readonly contract: ContractCard;
  readonly children: ReactNode;
}) {
  return (
    <form className={controls.form} method="post" action={formAction(view.action)}>
      <input type="hidden" name="back" value={`${view.back}&done=${step}`} />
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="contractId" value={contract.contractId} />
      {children}
    </form>
  );
}

/** Agreement that contracts below end; offered when the platform has refused the step for lack of it. */
export function EndLowered({ t, form, step }: { readonly t: Translate; readonly form: FormView | null; readonly step: ContractAction }) {
  const isAsked = form?.values.step === step && (form.code === 'contract_ends_downlines' || form.values.endLowered === 'true');
  if (!isAsked) return null;
  return (
    <label className={controls.check}>
      <input type="checkbox" name="endLowered" value="true" required />
      <span>{t('contracts.endLowered')}</span>
    </label>
  );
}

function Downlines({ t, view }: ListProps) {
  const { downlines, highest } = view;
  const heads = ['agent', 'state', 'rate', 'since', 'actions'].map((key) => t(`contracts.${key}`));
  return (
    <ReportCard
      title={t('contracts.downlines')}
      text={highest === null ? t('contracts.noOffers') : t('contracts.highest', { rate: highest })}
    >
      {downlines.length === 0 ? (
        <EmptyState icon="users" title={t('contracts.noDownlines')} text={t('contracts.noDownlinesText')} />
      ) : (
        <DataTable label={t('contracts.downlines')} heads={heads} whole cards>
          {downlines.map((downline) => (
            <DownlineRow key={downline.account} t={t} heads={heads} downline={downline} />
          ))}
        </DataTable>
      )}
    </ReportCard>
  );
}

interface RowProps {
  readonly t: Translate;
  readonly heads: readonly string[];
  readonly downline: ContractListView['downlines'][number];
}

function DownlineRow({ t, heads: [, state, rate, since], downline }: RowProps) {
  const { account, contract, request } = downline;
  const top = (contract ?? request)?.terms.tiers.at(-1)?.rateBp;
  return (
    <tr>
      <td>
        <strong>
          <bdi>{account}</bdi>
        </strong>
      </td>
      <td className={display.number} data-label={state}>
        <ContractBadges t={t} contract={contract} requested={request !== null} />
      </td>
      <td className={display.number} data-label={rate}>
        {top === undefined ? '–' : percent(top)}
      </td>
      <td className={display.number} data-label={since}>
        <span className={display.moment}>{contract?.fromText ?? '–'}</span>
      </td>
      <td className={display.number} data-wide="">
        <DownlineActions t={t} downline={downline} />
      </td>
    </tr>
  );
}

function DownlineActions({ t, downline: { account, contract, request, orderHref } }: Pick<RowProps, 't' | 'downline'>) {
  const link = (key: string, href: string | null | undefined, look: Partial<Parameters<typeof ButtonLink>[0]> = { variant: 'ghost' }) =>
    href ? (
      <ButtonLink dense href={href} aria-label={`${t(`contracts.${key}`)}: ${account}`} {...look}>
        {t(`contracts.${key}`)}
      </ButtonLink>
    ) : null;
  return (
    <span className={team.actions}>
      {contract?.endHref || request ? link('change', orderHref, { icon: 'pencil' }) : link('offer', orderHref, { icon: 'plus' })}
      {link('withdraw', request?.endHref)}
      {link('terminate', contract?.endHref)}
    </span>
  );
}

/** State of the contract with one agent: valid or ending, offered, both or none. */
function ContractBadges({
  t,
  contract,
  requested,
}: {
  readonly t: Translate;
  readonly contract: ContractCard | null;
  readonly requested: boolean;
}) {
  const isEnding = contract?.state === 'ended';
  return (
    <span className={styles.badges}>
      {contract ? (
        <span className={display.badge} data-tone={isEnding ? 'info' : 'pos'}>
          {isEnding ? t('contracts.state_ending', { at: contract.untilText ?? '' }) : t('contracts.state_active')}
        </span>
      ) : null}
      {requested ? (
        <span className={display.badge} data-tone="info">
          {t('contracts.state_requested')}
        </span>
      ) : null}
      {contract || requested ? null : <span className={display.badge}>{t('contracts.state_none')}</span>}
    </span>
  );
}

/** Confirmation that a contract ends, or that an offer is withdrawn. */
export function EndContract({ t, view }: { readonly t: Translate; readonly view: ContractEndView }) {
  const { contract, form, backHref } = view;
  const isOffer = contract.state === 'requested';
  return (
    <>
      <p>
        <ButtonLink variant="ghost" dense icon="arrow-left" href={backHref}>
          {t('contracts.back')}
        </ButtonLink>
      </p>
      <ReportCard title={t(isOffer ? 'contracts.withdrawTitle' : 'contracts.terminateTitle', { account: contract.account })}>
        {form ? <FormMessage text={form.message} /> : null}
        <Contract t={t} view={view} contract={contract} />
        <p>{t(isOffer ? 'contracts.withdrawText' : 'contracts.terminateText')}</p>
        <StepForm view={view} step="Terminate" contract={contract}>
          <EndLowered t={t} form={form} step="Terminate" />
          <div className={styles.buttons}>
            <Button type="submit" variant="danger">
              {t(isOffer ? 'contracts.withdraw' : 'contracts.terminate')}
            </Button>
            <ButtonLink variant="ghost" href={backHref}>
              {t('contracts.keep')}
            </ButtonLink>
          </div>
        </StepForm>
      </ReportCard>
    </>
  );
}
