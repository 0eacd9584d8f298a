import type { MemberView } from '../../client/islands/shell/props.ts';
import { ButtonLink } from '../../client/ui/button.tsx';
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
  'pages.vipRebate',
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
];

export type VipLevel = ValueOf<typeof vipLevels>['levels'][number];

export interface VipLevelsProps {
  readonly levels: readonly VipLevel[];
  readonly currency: CurrencyView;
  readonly member: MemberView | null;
  /** Benefits that the merchant offers; others are not shown. */
  readonly offered: { readonly rebate: boolean; readonly withdrawals: boolean };
}

/** The visitor's progress, and the benefits of each level with the visitor's column marked. */
export default function VipLevels({ t, levels, currency, member, offered }: VipLevelsProps & { readonly t: Translate }) {
  const current = levels.find(({ labelName }) => labelName === member?.vip);
  const money = (wire: string) => amountText(wire, currency);
  const rows: [label: string, value: (level: VipLevel) => string][] = [
    [t('pages.vipStake'), ({ stake }) => (isZero(stake) ? t('pages.vipStakeStart') : t('pages.vipStakeFrom', { amount: money(stake) }))],
  ];
  if (offered.rebate) rows.push([t('pages.vipRebate'), ({ rebatePercent }) => `+${rebatePercent}%`]);
  if (offered.withdrawals) rows.push([t('pages.vipWithdrawals'), ({ withdrawalsPerDay }) => String(withdrawalsPerDay)]);
  if (levels.some(({ personalService }) => personalService))
    rows.push([t('pages.vipService'), ({ personalService }) => t(personalService ? 'pages.vipYes' : 'pages.vipNo')]);
  return (
    <>
      <LevelProgress t={t} levels={levels} current={current} member={member} money={money} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it */}
      <section className={styles.scroll} aria-label={t('pages.vipTable')} tabIndex={0}>
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
    </>
  );
}

interface LevelProgressProps extends Pick<VipLevelsProps, 'levels' | 'member'> {
  readonly t: Translate;
  readonly current: VipLevel | undefined;
  readonly money: (wire: string) => string;
}

function LevelProgress({ t, levels, current, member, money }: LevelProgressProps) {
  if (!member || member.type === TRIAL_TYPE || !current) {
    const trial = member?.type === TRIAL_TYPE;
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
  const next = levels.find(({ rankLevel }) => rankLevel === current.rankLevel + 1);
  const stake = member.stake ?? current.stake;
  return (
    <div className={styles.standing}>
      <p className={styles.now}>{t('pages.vipNow', { level: current.labelName })}</p>
      {next ? (
        <>
          <progress className={styles.bar} max={100} value={percent(stake, next.stake)} aria-labelledby="vip-progress" />
          <p className={display.number} id="vip-progress">
            {t('pages.vipProgress', { stake: money(stake), goal: money(next.stake), level: next.labelName })}
          </p>
        </>
      ) : (
        <p>{t('pages.vipTop')}</p>
      )}
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
