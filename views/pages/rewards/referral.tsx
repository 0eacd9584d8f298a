import '../../../client/styles/index.css';
import records from '../../../client/islands/records/records.module.css';
import display from '../../../client/ui/display.module.css';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { QrCode } from '../../../client/ui/qr-code.tsx';
import type { ReferralOverview, ReferralRuleValue } from '../../../shared/api/referral/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { Island } from '../../components/island.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from './referral.module.css';
import { type EarningView, ReferralEarnings } from './referral-earnings.tsx';
import { type FriendView, ReferralFriends } from './referral-friends.tsx';

/** Texts of times are in the merchant's zone. */
export interface ReferralView extends Omit<ReferralOverview, 'friends' | 'earnings' | 'now'> {
  readonly timeZone: string;
  /** Refusal of a claim. */
  readonly problem: string;
  readonly claimed: boolean;
  /** The registration with the code of the member; null: nothing is offered. */
  readonly url: string | null;
  readonly friends: readonly FriendView[];
  readonly earnings: readonly EarningView[];
}

/** The member's link, what it gives, its rewards, and its friends. Needs no script. */
export function ReferralPage({ context, data }: { readonly context: PageContext; readonly data: ReferralView }) {
  const { t } = context;
  const { problem, claimed, paused, url, code, timeZone } = data;
  return (
    <MemberCentre context={context} page="referral">
      {problem ? <FormMessage text={problem} /> : null}
      {claimed ? <FormMessage kind="done" text={t('referral.claimedNow')} /> : null}
      {url === null || code === null ? (
        <FormMessage kind="info" text={t(paused ? 'referral.paused' : 'referral.off')} />
      ) : (
        <div className={styles.columns}>
          <LinkCard context={context} url={url} code={code} />
          <RuleCard t={t} view={data} />
        </div>
      )}
      <ReferralEarnings t={t} view={data} />
      <ReferralFriends t={t} view={data} />
      <p className={records.zone}>{t('records.zone', { zone: timeZone })}</p>
    </MemberCentre>
  );
}

/** Without script the address can be selected. */
function LinkCard({ context: { t, brand }, url, code }: { readonly context: PageContext; readonly url: string; readonly code: string }) {
  return (
    <section className={display.card} aria-labelledby="referral-link">
      <h2 className={records.title} id="referral-link">
        {t('referral.link')}
      </h2>
      <p className={records.note}>{t('referral.linkText')}</p>
      <code className={styles.address} dir="ltr">
        {url}
      </code>
      <div className={styles.share}>
        <Island name="link-actions" hydrate="visible" props={{ kind: 'invitation', url, title: brand }} />
        <p className={styles.code}>
          {t('referral.code')}{' '}
          <code className={styles.codeText} dir="ltr">
            {code}
          </code>
        </p>
      </div>
      <details className={styles.qr}>
        <summary>
          {t('referral.qr')}
          <Icon name="chevron-down" small />
        </summary>
        <QrCode text={url} label={t('referral.qrLabel')} />
      </details>
    </section>
  );
}

function RuleCard({ t, view }: { readonly t: Translate; readonly view: ReferralView }) {
  const { rules, claimDays, perMonth, maxFriends } = view;
  return (
    <section className={display.card} aria-labelledby="referral-rules">
      <h2 className={records.title} id="referral-rules">
        {t('referral.rules')}
      </h2>
      {rules.length === 0 ? (
        <p className={records.note}>{t('referral.noRules')}</p>
      ) : (
        <>
          <ul className={styles.rules}>
            {rules.map((rule) => (
              <li key={rule.stage}>
                <span>{ruleText(t, rule, view)}</span>
                <dl className={styles.gives}>
                  {(['referrer', 'friend'] as const).map((side) =>
                    isZero(rule[side]) ? null : (
                      <div key={side}>
                        <dt>{t(side === 'referrer' ? 'referral.forYou' : 'referral.forFriend')}</dt>
                        <dd>{amountText(rule[side], view)}</dd>
                      </div>
                    ),
                  )}
                </dl>
              </li>
            ))}
          </ul>
          <p className={records.note}>
            {[
              t('referral.claimDays', { days: claimDays }),
              perMonth === null ? '' : t('referral.perMonth', { amount: amountText(perMonth, view) }),
              maxFriends === null ? '' : t('referral.maxFriends', { count: maxFriends }),
              t('referral.fair'),
            ]
              .filter((text) => text !== '')
              .join(' ')}
          </p>
        </>
      )}
    </section>
  );
}

function ruleText(t: Translate, { stage, deposits, stake, withinDays }: ReferralRuleValue, currency: CurrencyView): string {
  const key = stage === 'played' && isZero(deposits) ? 'stake' : stage;
  return t(`referral.rule_${key}`, { deposits: amountText(deposits, currency), stake: amountText(stake, currency), days: withinDays });
}

function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}
