import { formAction } from '../../../client/page/paths.ts';
import { type AmountInput, amountInput } from '../../../client/ui/amount-input.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import { Field } from '../../../client/ui/field.tsx';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { MAX_TIERS } from '../../../shared/api/agent-contracts/constants.ts';
import { isChecked, percentText, TIER_FIELDS, termsProblems } from '../../../shared/api/agent-contracts/form.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { Island } from '../../components/island.tsx';
import { agentHref, WAGE_PAGES } from '../../components/member-entries.ts';
import styles from './contracts.module.css';
import { Contract, type ContractOrderView, EndLowered } from './contracts.tsx';
import { ReportCard } from './team-parts.tsx';

type InputKind = Partial<AmountInput>;

interface FormProps {
  readonly t: Translate;
  readonly view: ContractOrderView;
}

/** Tiers that are visible at first. */
const FIRST_TIERS = 2;

/** A contract for an agent directly below, next to the one that is valid. Needs no script. */
export function ContractForm({ t, view }: FormProps) {
  const { account, contract, request, backHref } = view;
  return (
    <>
      <p>
        <ButtonLink variant="ghost" dense icon="arrow-left" href={backHref}>
          {t('contracts.back')}
        </ButtonLink>
      </p>
      {contract ? (
        <ReportCard title={t('contracts.current', { account })}>
          <Contract t={t} view={view} contract={contract} />
        </ReportCard>
      ) : null}
      <ReportCard
        title={t('contracts.orderTitle', { account })}
        text={t(request ? 'contracts.replacesOffer' : 'contracts.orderText', { account, rate: percentText(view.highestBp) })}
      >
        <OrderForm t={t} view={view} />
      </ReportCard>
    </>
  );
}

function OrderForm({ t, view }: FormProps) {
  const { kind, account, form, fields, period, ownTerms, ceilingBp, highestBp, back } = view;
  return (
    <form className={controls.form} method="post" action={formAction(view.action)}>
      <input type="hidden" name="back" value={`${back}&done=Request`} />
      <input type="hidden" name="view" value="contracts" />
      <input type="hidden" name="step" value="Request" />
      <input type="hidden" name="account" value={account} />
      {period === null ? null : <input type="hidden" name="period" value={period} />}
      {form ? <FormMessage text={form.message} /> : null}
      <div className={styles.order}>
        <div className={controls.form}>
          {period === null ? null : <p>{t(`contracts.period_${period}`)}</p>}
          <Tiers t={t} view={view} />
          <Options t={t} view={view} />
          <ExamplePlay t={t} view={view} />
        </div>
        <Island
          name="contract-preview"
          hydrate="load"
          props={{
            kind,
            period,
            account,
            own: ownTerms,
            ceilingBp,
            highestBp,
            currency: { currency: view.currency, currencySymbol: view.currencySymbol },
            fields,
          }}
        />
      </div>
      <EndLowered t={t} form={form} step="Request" />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" icon="send">
          {t('contracts.send')}
        </Button>
        <noscript>
          <Button type="submit" formMethod="get" formAction={agentHref(WAGE_PAGES[kind])} formNoValidate>
            {t('contracts.show')}
          </Button>
        </noscript>
      </div>
    </form>
  );
}

function Tiers({ t, view }: FormProps) {
  const numbers = Array.from({ length: MAX_TIERS }, (_, index) => index + 1);
  const further = numbers.slice(FIRST_TIERS);
  const isUsed = further.some((number) => TIER_FIELDS.some((name) => view.fields[name + number]));
  return (
    <>
      {numbers.slice(0, FIRST_TIERS).map((number) => (
        <Tier key={number} t={t} view={view} number={number} />
      ))}
      <details className={styles.more} open={isUsed}>
        <summary>
          {t('contracts.moreTiers')}
          <Icon name="chevron-down" small />
        </summary>
        <div className={controls.form}>
          {further.map((number) => (
            <Tier key={number} t={t} view={view} number={number} />
          ))}
        </div>
      </details>
    </>
  );
}

function Tier({ t, view: { kind, fields, form, highestBp, currency }, number }: FormProps & { readonly number: number }) {
  const problems: ReturnType<typeof termsProblems> = form ? termsProblems(fields, highestBp, currency) : new Map();
  const problemOf = (name: string) => {
    const problem = problems.get(name);
    return problem === 'whole'
      ? t('errors.amount_not_whole')
      : problem && t(`contracts.problem_${problem}`, { max: percentText(highestBp) });
  };
  const field = (name: (typeof TIER_FIELDS)[number], label: string, input: InputKind) => (
    <Field
      error={problemOf(name + number)}
      name={name + number}
      label={t(`contracts.${label}`)}
      {...input}
      autoComplete="off"
      maxLength={15}
      required={number === 1 && name === 'rate'}
      defaultValue={fields[name + number] ?? ''}
    />
  );
  return (
    <fieldset className={styles.tier} data-pairs="">
      <legend>{t('contracts.tier', { tier: number })}</legend>
      {field('rate', 'ratePercent', { inputMode: 'decimal' })}
      {field('validBet', `minValidBet_${kind}`, amountInput(currency))}
      {field('profit', 'minProfit', amountInput(currency))}
      {field('active', 'minActive', { inputMode: 'numeric' })}
    </fieldset>
  );
}

function Options({ t, view }: FormProps) {
  const { kind, fields, betSteps, activeValidBet, account } = view;
  const check = (name: string, label: string) => (
    <label className={controls.check}>
      <input type="checkbox" name={name} value="true" defaultChecked={isChecked(fields[name])} />
      <span>{label}</span>
    </label>
  );
  return (
    <>
      {activeValidBet === null ? null : (
        <p className={controls.hint}>{t('contracts.activeText', { amount: amountText(activeValidBet, view) })}</p>
      )}
      {kind === 'realtime' ? (
        <label className={controls.field}>
          <span className={controls.label}>{t('contracts.minSingleBet')}</span>
          <select className={controls.input} name="minSingleBet" defaultValue={fields.minSingleBet ?? ''}>
            <option value="">{t('contracts.everyBet')}</option>
            {betSteps.map((step) => (
              <option key={step} value={step.replace(/\.0+$/, '')}>
                {amountText(step, view)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <div>
        {kind === 'dividend' ? check('carryNegative', t('contracts.carryNegative')) : null}
        {check('ownPlay', t('contracts.ownPlay', { account }))}
      </div>
    </>
  );
}

function ExamplePlay({ t, view: { fields, currency } }: FormProps) {
  const field = (name: string, label: string, input: InputKind) => (
    <Field
      error={undefined}
      name={name}
      label={t(`contracts.${label}`)}
      {...input}
      autoComplete="off"
      maxLength={15}
      defaultValue={fields[name] ?? ''}
    />
  );
  return (
    <fieldset className={styles.tier}>
      <legend>{t('contracts.example')}</legend>
      {field('exampleBet', 'exampleBet', amountInput(currency))}
      {field('exampleLoss', 'exampleLoss', amountInput(currency))}
      {field('exampleActive', 'exampleActive', { inputMode: 'numeric' })}
    </fieldset>
  );
}
