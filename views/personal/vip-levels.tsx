import type { MemberView } from '../../client/islands/shell/props.ts';
import { ButtonLink } from '../../client/ui/button.tsx';
import { classNames } from '../../client/ui/class-names.ts';
import controls from '../../client/ui/controls.module.css';
import display from '../../client/ui/display.module.css';
import { Icon } from '../../client/ui/icon.tsx';
import type { ValueOf } from '../../shared/api/client-call.ts';
import type { vipLevels } from '../../shared/api/publishing/calls.ts';
import { TRIAL_TYPE } from '../../shared/constants.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../shared/money/amount-text.ts';
import { parseWireAmount } from '../../shared/money/money.ts';
import styles from '../pages/rewards/vip.module.css';

export const texts = [
  'header.login',
  'header.join',
  'pages.vipLevel',
  'pages.vipStake',
  'pages.vipStakeFrom',
  'pages.vipStakeStart',
  'pages.vipDeposits',
  'pages.vipKeep',
  'pages.vipKeepMonth',
  'pages.vipKept',
  'pages.vipRebate',
  'pages.vipUpgradeGift',
  'pages.vipBirthdayGift',
  'pages.vipGiftNote',
  'pages.vipWithdrawals',
  'pages.vipService',
  'pages.vipYes',
  'pages.vipNo',
  'pages.vipYours',
  'pages.vipTable',
  'pages.vipNow',
  'pages.vipProgress',
  'pages.vipTop',
  'pages.vipVisitor',
  'pages.vipTrial',
  'lobby.member_playerRank',
];

export type VipLevel = ValueOf<typeof vipLevels>['levels'][number];

export interface VipLevelsProps {
  readonly levels: readonly VipLevel[];
  readonly keepMonths: number | null;
  /** Days in which a gift can be claimed. */
  readonly giftDays: number;
  readonly currency: CurrencyView;
  readonly member: MemberView | null;
  /** Benefits that the merchant offers; others are not shown. */
  readonly offered: { readonly rebate: boolean; readonly withdrawals: boolean; readonly rank: boolean };
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
  const rows: BenefitRow[] = [
    [t('pages.vipStake'), ({ stake }) => (isZero(stake) ? t('pages.vipStakeStart') : t('pages.vipStakeFrom', { amount: money(stake) }))],
  ];
  if (levels.some(({ deposits }) => !isZero(deposits)))
    rows.push([t('pages.vipDeposits'), ({ deposits }) => (isZero(deposits) ? '–' : t('pages.vipStakeFrom', { amount: money(deposits) }))]);
  if (keepMonths !== null) {
    const label = keepMonths === 1 ? t('pages.vipKeepMonth') : t('pages.vipKeep', { months: keepMonths });
    rows.push([label, ({ keepStake }) => (isZero(keepStake) ? t('pages.vipKept') : money(keepStake))]);
  }
  if (offered.rebate) rows.push([t('pages.vipRebate'), ({ rebatePercent }) => `+${rebatePercent}%`]);
  const gifts = giftRows(t, levels, money);
  rows.push(...gifts);
  if (offered.withdrawals) rows.push([t('pages.vipWithdrawals'), ({ withdrawalsPerDay }) => String(withdrawalsPerDay)]);
  if (levels.some(({ personalService }) => personalService))
    rows.push([t('pages.vipService'), ({ personalService }) => t(personalService ? 'pages.vipYes' : 'pages.vipNo')]);
  return (
    <>
      <LevelProgress t={t} levels={levels} keepMonths={keepMonths} current={current} member={member} money={money} offered={offered} />
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

type BenefitRow = [label: string, value: (level: VipLevel) => string];

/** Gifts that a level has; the platform gives them by the same rules. */
function giftRows(t: Translate, levels: readonly VipLevel[], money: (wire: string) => string): readonly BenefitRow[] {
  const rows = [
    ['pages.vipUpgradeGift', (level: VipLevel) => level.upgradeGift],
    ['pages.vipBirthdayGift', (level: VipLevel) => level.birthdayGift],
  ] as const;
  return rows
    .filter(([, gift]) => levels.some((level) => !isZero(gift(level))))
    .map(([label, gift]): BenefitRow => [t(label), (level) => (isZero(gift(level)) ? '–' : money(gift(level)))]);
}

interface LevelProgressProps extends Pick<VipLevelsProps, 'levels' | 'keepMonths' | 'member' | 'offered'> {
  readonly t: Translate;
  readonly current: VipLevel | undefined;
  readonly money: (wire: string) => string;
}

function LevelProgress({ t, current, member, ...more }: LevelProgressProps) {
  const trial = member?.type === TRIAL_TYPE;
  if (member && !trial && current) return <OwnProgress t={t} current={current} member={member} {...more} />;
  return (
    <div className={styles.standing}>
      <p>{t(trial ? 'pages.vipTrial' : 'pages.vipVisitor')}</p>
      {member && !trial ? null : (
        <ButtonLink href={trial ? '/register' : '/login?next=%2Fvip'} data-modal={trial ? 'register' : 'login'}>
          {t(trial ? 'header.join' : 'header.login')}
        </ButtonLink>
      )}
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
          <progress className={styles.bar} max={100} value={percent(stake, next.stake)} aria-labelledby="vip-progress" />
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

function isZero(wire: string): boolean {
  return parseWireAmount(wire) === 0n;
}
