import type { ValueOf } from '../../shared/api/client-call.ts';
import type { vipLevels } from '../../shared/api/publishing/calls.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../shared/money/amount-text.ts';
import { feeText } from '../../shared/money/fee-text.ts';
import { parseWireAmount } from '../../shared/money/money.ts';

export type VipLevel = ValueOf<typeof vipLevels>['levels'][number];

/** Benefits that the merchant offers; others are not shown. */
export interface OfferedBenefits {
  readonly rebate: boolean;
  readonly withdrawals: boolean;
  readonly points: boolean;
}

export interface BenefitInput {
  readonly levels: readonly VipLevel[];
  /** Months of the periods in which levels must be kept; null: they are kept. */
  readonly keepMonths: number | null;
  readonly currency: CurrencyView;
  readonly offered: OfferedBenefits;
}

export type BenefitRow = readonly [label: string, value: (level: VipLevel) => string];

/** Locale keys of the rows. */
export const BENEFIT_TEXTS = [
  'pages.vipStake',
  'pages.vipStakeFrom',
  'pages.vipStakeStart',
  'pages.vipDeposits',
  'pages.vipKeep',
  'pages.vipKeepMonth',
  'pages.vipKept',
  'pages.vipRebate',
  'pages.vipPoints',
  'pages.vipUpgradeGift',
  'pages.vipBirthdayGift',
  'pages.vipWithdrawals',
  'pages.vipFee',
  'pages.vipFree',
  'pages.vipFreeAll',
  'pages.vipMax',
  'pages.vipMaxPerDay',
  'pages.vipService',
  'pages.vipYes',
  'pages.vipNo',
  'withdrawal.feeNone',
  'withdrawal.feeShare',
  'withdrawal.feeBoth',
];

const NOTHING = '–';

/** What reaches a level and what it gives, by the rules that count and pay. */
export function benefitRows(t: Translate, { levels, keepMonths, currency, offered }: BenefitInput): readonly BenefitRow[] {
  const money = (wire: string) => amountText(wire, currency);
  const rows: BenefitRow[] = [
    [t('pages.vipStake'), ({ stake }) => (isZero(stake) ? t('pages.vipStakeStart') : t('pages.vipStakeFrom', { amount: money(stake) }))],
  ];
  if (levels.some(({ deposits }) => !isZero(deposits)))
    rows.push([
      t('pages.vipDeposits'),
      ({ deposits }) => (isZero(deposits) ? NOTHING : t('pages.vipStakeFrom', { amount: money(deposits) })),
    ]);
  if (keepMonths !== null) {
    const label = keepMonths === 1 ? t('pages.vipKeepMonth') : t('pages.vipKeep', { months: keepMonths });
    rows.push([label, ({ keepStake }) => (isZero(keepStake) ? t('pages.vipKept') : money(keepStake))]);
  }
  if (offered.rebate) rows.push([t('pages.vipRebate'), ({ rebatePercent }) => `+${rebatePercent}%`]);
  if (offered.points && differ(levels, ({ pointFactor }) => pointFactor))
    rows.push([t('pages.vipPoints'), ({ pointFactor }) => `× ${pointFactor}`]);
  rows.push(...giftRows(t, levels, money));
  if (offered.withdrawals) rows.push(...withdrawalRows(t, levels, currency));
  if (levels.some(({ personalService }) => personalService))
    rows.push([t('pages.vipService'), ({ personalService }) => t(personalService ? 'pages.vipYes' : 'pages.vipNo')]);
  return rows;
}

/** Gifts that a level has; the platform gives them by the same rules. */
export function giftRows(t: Translate, levels: readonly VipLevel[], money: (wire: string) => string): readonly BenefitRow[] {
  const rows = [
    ['pages.vipUpgradeGift', (level: VipLevel) => level.upgradeGift],
    ['pages.vipBirthdayGift', (level: VipLevel) => level.birthdayGift],
  ] as const;
  return rows
    .filter(([, gift]) => levels.some((level) => !isZero(gift(level))))
    .map(([label, gift]): BenefitRow => [t(label), (level) => (isZero(gift(level)) ? NOTHING : money(gift(level)))]);
}

type Terms = NonNullable<VipLevel['withdrawal']>;

/** Fees only where a level has one, and limits only where levels differ. */
function withdrawalRows(t: Translate, levels: readonly VipLevel[], currency: CurrencyView): readonly BenefitRow[] {
  const rows: BenefitRow[] = [[t('pages.vipWithdrawals'), ({ withdrawalsPerDay }) => String(withdrawalsPerDay)]];
  const of = (read: (terms: Terms) => string) => (level: VipLevel) => (level.withdrawal ? read(level.withdrawal) : NOTHING);
  if (levels.some(({ withdrawal }) => withdrawal && hasFee(withdrawal.fee))) {
    rows.push([t('pages.vipFee'), of(({ fee }) => feeText(t, fee, currency))]);
    if (levels.some(({ withdrawal }) => withdrawal && hasFee(withdrawal.fee) && withdrawal.freePerMonth > 0))
      rows.push([t('pages.vipFree'), of(({ fee, freePerMonth }) => (hasFee(fee) ? String(freePerMonth) : t('pages.vipFreeAll')))]);
  }
  const limits = [
    ['pages.vipMax', ({ max }: Terms) => max],
    ['pages.vipMaxPerDay', ({ maxPerDay }: Terms) => maxPerDay],
  ] as const;
  for (const [label, limit] of limits)
    if (differ(levels, of(limit))) rows.push([t(label), of((terms) => amountText(limit(terms), currency))]);
  return rows;
}

function hasFee({ fixed, basisPoints }: Terms['fee']): boolean {
  return basisPoints > 0 || !isZero(fixed);
}

function differ(levels: readonly VipLevel[], read: (level: VipLevel) => string): boolean {
  return new Set(levels.map(read)).size > 1;
}

export function isZero(wire: string): boolean {
  return parseWireAmount(wire) === 0n;
}
