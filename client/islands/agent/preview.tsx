import { percentText, termsOfFields, wageTermsOf } from '../../../shared/api/agent-contracts/form.ts';
import type { TermsValue } from '../../../shared/api/agent-contracts/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { toWire, type Units } from '../../../shared/money/money.ts';
import { typedUnits } from '../../../shared/money/typed-amount.ts';
import { contractExample, tiersAboveOwn } from '../../../shared/rules/contract-example.ts';
import type { WageTerms } from '../../../shared/rules/wages.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './contracts.module.css';
import type { ContractPreviewProps } from './props.ts';
import { TERMS_TEXTS, TermsText } from './terms-text.tsx';

/** Locale keys of this file. */
export const PREVIEW_TEXTS: readonly string[] = [
  ...TERMS_TEXTS,
  ...['effect', 'incomplete', 'exampleResult', 'agentGets', 'youGet', 'rate', 'warnTier', 'warnHighest', 'warnBet'].map(
    (key) => `contracts.${key}`,
  ),
];

interface PreviewProps extends ContractPreviewProps {
  readonly t: Translate;
}

/** What the contract of the form pays: in sentences, by an example, and where it can pay more than the agent above receives. */
export function Preview(props: PreviewProps) {
  const { t, kind, period, account, currency, fields } = props;
  const terms = termsOfFields(fields, currency.currency);
  return (
    <div className={styles.preview}>
      <h3 className={styles.subheading}>{t('contracts.effect')}</h3>
      {terms ? (
        <>
          <TermsText t={t} kind={kind} period={period} account={account} terms={textTerms(terms)} currency={currency} />
          <Warnings {...props} terms={terms} />
          {terms.tiers.every(({ rateBp }) => rateBp <= props.ceilingBp) ? <Example {...props} terms={terms} /> : null}
        </>
      ) : (
        <p>{t('contracts.incomplete')}</p>
      )}
    </div>
  );
}

function Warnings({ t, account, own, highestBp, terms }: PreviewProps & { readonly terms: WageTerms }) {
  const ownTerms = wageTermsOf(own);
  const highest = Math.max(...terms.tiers.map(({ rateBp }) => rateBp));
  const warnings = [
    highest > highestBp ? t('contracts.warnHighest', { rate: percentText(highestBp) }) : '',
    ...tiersAboveOwn(terms, ownTerms).map(({ tier, rateBp, ownRateBp }) =>
      t('contracts.warnTier', { tier, rate: percentText(rateBp), own: percentText(ownRateBp) }),
    ),
    terms.minSingleBet < ownTerms.minSingleBet ? t('contracts.warnBet', { account }) : '',
  ].filter(Boolean);
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.warnings}>
      {warnings.map((text) => (
        <li key={text}>
          <FormMessage kind="info" text={text} />
        </li>
      ))}
    </ul>
  );
}

function Example({ t, kind, account, own, ceilingBp, currency, fields, terms }: PreviewProps & { readonly terms: WageTerms }) {
  const play = {
    valid: amountOf(fields.exampleBet, currency.currency),
    loss: amountOf(fields.exampleLoss, currency.currency),
    active: /^\d{1,7}$/.test(fields.exampleActive ?? '') ? Number(fields.exampleActive) : 0,
  };
  const { agent, agentRateBp, above } = contractExample({ kind, terms, own: wageTermsOf(own), play, ceilingBp });
  const rows = [
    [t('contracts.agentGets', { account }), agent],
    [t('contracts.youGet'), above ?? 0n],
  ] as const;
  return (
    <>
      <h3 className={styles.subheading}>{t('contracts.exampleResult')}</h3>
      <dl className={styles.example} data-example>
        {rows.map(([label, units]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money amount={toWire(units)} currency={currency} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('contracts.rate')}</dt>
          <dd>{percentText(agentRateBp)}%</dd>
        </div>
      </dl>
    </>
  );
}

function amountOf(text: string | undefined, currency: string): Units {
  return typedUnits(text ?? '', currency) ?? 0n;
}

function textTerms({ tiers, minSingleBet, carryNegative, ownPlay }: WageTerms): TermsValue {
  return {
    tiers: tiers.map(({ rateBp, minValidBet, minProfit, minActive }) => ({
      rateBp,
      minValidBet: toWire(minValidBet),
      minProfit: toWire(minProfit),
      minActive,
    })),
    minSingleBet: toWire(minSingleBet),
    carryNegative,
    ownPlay,
  };
}
