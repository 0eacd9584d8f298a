import type { DepositKind } from '../../../../shared/api/deposit/constants.ts';
import { UNITS_PER_WHOLE } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import { addVoucher, VOUCHER_PROVIDER, type VoucherDeps } from './providers/voucher.ts';
import { ensureChannel } from './store.ts';

/** Channels of the demo merchant. */
export const DEMO_BANK = 'DEMO_BANK';
export const DEMO_QR = 'DEMO_QR';
export const DEMO_E_WALLET = 'DEMO_E_WALLET';
export const DEMO_VOUCHER = 'DEMO_VOUCHER';
/** Their providers, all run by the payment simulator. */
export const DEMO_GATEWAYS = { bank: 'bank', qr: 'qr', eWallet: 'ewallet' } as const;

/** Each valid once, in whole units; listed in the documentation of the demo. */
export const DEMO_VOUCHERS = [
  { code: 'LAGOON-REEF-0010', amount: 10n },
  { code: 'LAGOON-TIDE-0025', amount: 25n },
  { code: 'LAGOON-WAVE-0050', amount: 50n },
] as const;

interface DemoChannel {
  readonly code: string;
  readonly kind: DepositKind;
  readonly provider: string;
  /** Key of its name in `deposit.json`. */
  readonly name: string;
  readonly min: bigint;
  readonly max: bigint;
  readonly dayLimit: bigint | null;
  readonly feeFixed?: bigint;
  readonly feeBasisPoints?: number;
  readonly expiresMinutes: number;
  readonly usualMinutes: number;
  readonly byPerson?: boolean;
}

const PRESETS = [50n, 100n, 200n, 500n, 1_000n];
/** The first one is preselected for new members. */
const CHANNELS: readonly DemoChannel[] = [
  ...[
    { code: DEMO_QR, kind: 'QR' as const, provider: DEMO_GATEWAYS.qr, name: 'demoQr', feeBasisPoints: 0 },
    { code: DEMO_E_WALLET, kind: 'E_WALLET' as const, provider: DEMO_GATEWAYS.eWallet, name: 'demoEWallet', feeBasisPoints: 150 },
  ].map((channel) => ({ ...channel, min: 10n, max: 5_000n, dayLimit: 20_000n, expiresMinutes: 30, usualMinutes: 0 })),
  {
    code: DEMO_BANK,
    kind: 'BANK',
    provider: DEMO_GATEWAYS.bank,
    name: 'demoBank',
    byPerson: true,
    min: 10n,
    max: 50_000n,
    dayLimit: null,
    feeFixed: 0n,
    expiresMinutes: 24 * 60,
    usualMinutes: 60,
  },
  {
    code: DEMO_VOUCHER,
    kind: 'VOUCHER',
    provider: VOUCHER_PROVIDER,
    name: 'demoVoucher',
    min: 1n,
    max: 1_000n,
    dayLimit: null,
    expiresMinutes: 30,
    usualMinutes: 0,
  },
];

export interface DemoCashier extends VoucherDeps {
  readonly currency: string;
  /** Reads a text of `deposit.json` in the merchant's language. */
  readonly name: (key: string) => string;
}

/** Creates the deposit channels of the demo merchant. No real money moves. */
export async function seedDemoChannels(executor: Executor, { currency, name, ...deps }: DemoCashier): Promise<void> {
  for (const [sort, channel] of CHANNELS.entries()) {
    const { code, kind, provider, min, max, dayLimit, expiresMinutes, usualMinutes, byPerson = false } = channel;
    await ensureChannel(executor, {
      code,
      kind,
      provider,
      currency,
      name: name(channel.name),
      enabled: true,
      sort,
      min_amount: units(min),
      max_amount: units(max),
      presets: JSON.stringify(kind === 'VOUCHER' ? [] : PRESETS.filter((preset) => preset <= max).map(units)),
      expires_minutes: expiresMinutes,
      usual_minutes: usualMinutes,
      fee_fixed: units(channel.feeFixed ?? 0n),
      fee_basis_points: channel.feeBasisPoints ?? 0,
      day_limit: dayLimit === null ? null : units(dayLimit),
      proof: byPerson ? 'optional' : 'none',
      review: byPerson,
      other_amounts: byPerson ? 'review' : 'credit',
      account: kind === 'BANK' ? JSON.stringify({ holder: name('demoHolder'), bank: name('demoBank'), number: '0000 0000 0042' }) : null,
    });
  }
  for (const { code, amount } of DEMO_VOUCHERS)
    await addVoucher(executor, deps, { code, amount: amount * UNITS_PER_WHOLE, currency, expiresAt: null });
}

const units = (whole: bigint) => (whole * UNITS_PER_WHOLE).toString();
