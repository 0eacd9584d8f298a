import type { MemberView } from '../../client/islands/shell/props.ts';
import { ButtonLink } from '../../client/ui/button.tsx';
import { classNames } from '../../client/ui/class-names.ts';
import controls from '../../client/ui/controls.module.css';
import display from '../../client/ui/display.module.css';
import { Icon } from '../../client/ui/icon.tsx';
import { ProgressBar } from '../../client/ui/progress-bar.tsx';
import { TRIAL_TYPE } from '../../shared/constants.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../shared/money/amount-text.ts';
import { parseWireAmount } from '../../shared/money/money.ts';
import styles from '../pages/rewards/vip.module.css';
import { BENEFIT_TEXTS, type BenefitRow, benefitRows, giftRows, isZero, type OfferedBenefits, type VipLevel } from './vip-benefits.ts';

export const texts = [
  ...BENEFIT_TEXTS,
  'header.login',
  'header.join',
  'pages.vipLevel',
  'pages.vipGiftNote',
  'pages.vipYours',
  'pages.vipTable',
  'pages.vipNow',
  'pages.vipProgress',
  'pages.vipTop',
  'pages.vipVisitor',
  'pages.vipTrial',
  'pages.vipFailed',
  'pages.vipAgain',
  'pages.vipBenefits',
  'lobby.member_playerRank',
];

export interface VipLevelsProps {
  readonly levels: readonly VipLevel[];
  readonly keepMonths: number | null;
  /** Days in which a gift can be claimed. */
  readonly giftDays: number;
  readonly currency: CurrencyView;
  readonly member: MemberView | null;
  /** Benefits that the merchant offers; others are not shown. */
  readonly offered: OfferedBenefits & { readonly rank: boolean };
}

/** The visitor's progress, and the benefits of each level with the visitor's column marked. */
export default function VipLevels({
  t,
  levels,
  keepMonths,
  giftDays,
  currency,
  member,
  offered,
}: VipLevelsProps & { readonly t: Translate }) {
  const current = levels.find(({ labelName }) => labelName === member?.vip);
  const money = (wire: string) => amountText(wire, currency);
  const rows = benefitRows(t, { levels, keepMonths, currency, offered });
  const gifts = giftRows(t, levels, money);
  return (
    <>
      <LevelProgress t={t} levels={levels} keepMonths={keepMonths} current={current} member={member} money={money} offered={offered} />
      {current && member ? <OwnBenefits t={t} rows={rows} current={current} /> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it */}
      <section className={classNames(styles.scroll, display.sideways)} aria-label={t('pages.vipTable')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('pages.vipLevel')}</th>
              {levels.map((level) => (
                <th key={level.rankLevel} scope="col" data-own={level === current || undefined}>
                  <span className={styles.level}>
                    <Icon name="crown" small />
                    {level.labelName}
                  </span>
                  {level === current ? <span className={styles.own}>{t('pages.vipYours')}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, value]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {levels.map((level) => (
                  <td key={level.rankLevel} data-own={level === current || undefined}>
                    <bdi>{value(level)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {gifts.length > 0 ? <p className={styles.note}>{t('pages.vipGiftNote', { days: giftDays })}</p> : null}
    </>
  );
}

interface OwnBenefitsProps {
  readonly t: Translate;
  readonly rows: readonly BenefitRow[];
  readonly current: VipLevel;
}

/** On a phone the table scrolls, and the column of the member's level would be out of sight. */
function OwnBenefits({ t, rows, current }: OwnBenefitsProps) {
  return (
    <section className={classNames(styles.standing, styles.phone)} aria-labelledby="vip-own">
      <h2 className={styles.now} id="vip-own">
        {t('pages.vipBenefits', { level: current.labelName })}
      </h2>
      <dl className={styles.benefits}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value(current)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface LevelProgressProps extends Pick<VipLevelsProps, 'levels' | 'keepMonths' | 'member' | 'offered'> {
  readonly t: Translate;
  readonly current: VipLevel | undefined;
  readonly money: (wire: string) => string;
}

function LevelProgress({ t, current, member, ...more }: LevelProgressProps) {
  const trial = member?.type === TRIAL_TYPE;
  if (member && !trial) {
    if (current) return <OwnProgress t={t} current={current} member={member} {...more} />;
    return member.isUnknown ? (
      <div className={styles.standing} role="status">
        <p>{t('pages.vipFailed')}</p>
        <ButtonLink href="/vip">{t('pages.vipAgain')}</ButtonLink>
      </div>
    ) : null;
  }
  return (
    <div className={styles.standing}>
      <p>{t(trial ? 'pages.vipTrial' : 'pages.vipVisitor')}</p>
      <ButtonLink href={trial ? '/register' : '/login?next=%2Fvip'} data-modal={trial ? 'register' : 'login'}>
        {t(trial ? 'header.join' : 'header.login')}
      </ButtonLink>
    </div>
  );
}

interface OwnProgressProps extends Omit<LevelProgressProps, 'current' | 'member'> {
  readonly current: VipLevel;
  readonly member: MemberView;
}

function OwnProgress({ t, levels, keepMonths, current, member, money, offered }: OwnProgressProps) {
  const next = levels.find(({ rankLevel }) => rankLevel === current.rankLevel + 1);
  const stake = member.stake ?? current.stake;
  // Where other goals count as well, the page of the member has them all.
  const isStakeOnly = keepMonths === null && next !== undefined && isZero(next.deposits);
  return (
    <div className={styles.standing}>
      <p className={styles.now}>{t('pages.vipNow', { level: current.labelName })}</p>
      {next && isStakeOnly ? (
        <>
          <ProgressBar percent={percent(stake, next.stake)} labelledBy="vip-progress" />
          <p className={styles.progress} id="vip-progress">
            {t('pages.vipProgress', { stake: money(stake), goal: money(next.stake), level: next.labelName })}
          </p>
        </>
      ) : null}
      {next ? null : <p>{t('pages.vipTop')}</p>}
      {offered.rank ? (
        <a className={controls.link} href="/member/playerRank">
          {t('lobby.member_playerRank')}
        </a>
      ) : null}
    </div>
  );
}

/** Whole percent of the progress, below 100 until the goal is reached. */
function percent(stake: string, goal: string): number {
  const whole = parseWireAmount(goal) ?? 0n;
  return whole > 0n ? Math.min(99, Number(((parseWireAmount(stake) ?? 0n) * 100n) / whole)) : 0;
}
