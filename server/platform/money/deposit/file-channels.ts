import type { Insertable } from 'kysely';
import * as v from 'valibot';
import { parseInputAmount, toWire } from '../../../../shared/money/money.ts';
import type { Tx } from '../../base/db/index.ts';
import { MANUAL_PROVIDER } from './providers/manual.ts';
import type { ChannelRow } from './store.ts';
import type { CashierTables } from './tables.ts';

const described = <T extends v.GenericSchema>(schema: T, text: string) => v.pipe(schema, v.description(text));
const amount = v.pipe(
  v.string(),
  v.check((text) => parseInputAmount(text) !== undefined, 'amount'),
);
const currencyCode = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'a currency code such as THB'));
const minutes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(43_200));
const line = (max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max));

/** A deposit channel of a merchant file. Amounts as text in the merchant's currency. */
export const fileChannel = v.strictObject({
  code: described(
    v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{1,31}$/, '2 to 32 capital letters, digits or _')),
    'Stands in records and accounts of the books: never give it to another way.',
  ),
  kind: described(
    v.picklist(['BANK', 'QR', 'E_WALLET'], 'BANK, QR or E_WALLET'),
    'BANK: the member transfers with a reference and operators compare it with the bank’s list. QR and E_WALLET: a payment provider reports the payment.',
  ),
  name: described(line(64), 'As members read it.'),
  provider: described(v.optional(v.string()), 'Code of one of `payments.providers`; without one operators look at each payment (BANK).'),
  routes: described(
    v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            provider: described(v.string(), 'Code of one of `payments.providers`.'),
            currency: described(v.optional(currencyCode), 'Only with this currency; without one in any.'),
            min: described(v.optional(amount), 'Least amount that it gets.'),
            max: described(v.optional(amount), 'Largest amount that it gets.'),
          }),
        ),
        v.minLength(1),
        v.maxLength(8),
      ),
    ),
    'Several providers instead of `provider`, the preferred one first: a deposit goes to the first that takes its amount and responds.',
  ),
  otherAmounts: described(
    v.optional(v.picklist(['credit', 'review'], 'credit or review'), 'credit'),
    'If another amount than announced arrives: it is credited at once (up to `max`), or it waits for an operator.',
  ),
  min: described(amount, 'Least amount of one deposit.'),
  max: described(amount, 'Largest amount of one deposit.'),
  presets: described(v.optional(v.pipe(v.array(amount), v.maxLength(8)), []), 'Amounts that are offered for choosing.'),
  dayLimit: described(v.optional(amount), 'Most that one member may pay in a day by it.'),
  feeFixed: described(v.optional(amount, '0'), 'Fee that the member bears for each deposit.'),
  feeBasisPoints: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)), 0),
    'Fee in hundredths of a percent, on top.',
  ),
  expiresMinutes: described(v.optional(v.pipe(minutes, v.minValue(1)), 30), 'Time to pay.'),
  usualMinutes: described(
    v.optional(minutes, 0),
    'Usual time in minutes, as shown to members; 0: instant, or “Checked by our team” where operators look at each payment.',
  ),
  proof: described(v.optional(v.picklist(['none', 'optional', 'required'])), 'A picture of the receipt; usual: required with BANK.'),
  account: described(
    v.optional(
      v.strictObject({
        holder: described(line(100), 'Whose account it is.'),
        bank: described(line(100), 'Name of the bank.'),
        number: described(line(64), 'Number of the account, as it is typed into a transfer.'),
      }),
    ),
    'Where to transfer to; needed with BANK.',
  ),
});
export type FileChannel = v.InferOutput<typeof fileChannel>;

const units = (text: string) => (parseInputAmount(text) ?? 0n).toString();

function rowOf(channel: FileChannel, currency: string, sort: number): Insertable<CashierTables['deposit_channel']> {
  const routes = (channel.routes ?? []).filter((route) => route.currency === undefined || route.currency === currency);
  const firstProvider = channel.provider ?? routes[0]?.provider ?? channel.routes?.[0]?.provider;
  const isManual = firstProvider === undefined;
  return {
    code: channel.code,
    kind: channel.kind,
    name: channel.name,
    currency,
    sort,
    // Without a provider for this currency the channel cannot be used.
    enabled: channel.routes === undefined || routes.length > 0,
    provider: firstProvider ?? MANUAL_PROVIDER,
    routes: JSON.stringify(
      routes.map(({ provider, min, max }) => ({
        provider,
        min: min === undefined ? null : units(min),
        max: max === undefined ? null : units(max),
      })),
    ),
    other_amounts: channel.otherAmounts,
    min_amount: units(channel.min),
    max_amount: units(channel.max),
    presets: JSON.stringify(channel.presets.map(units)),
    expires_minutes: channel.expiresMinutes,
    usual_minutes: channel.usualMinutes,
    fee_fixed: units(channel.feeFixed),
    fee_basis_points: channel.feeBasisPoints,
    day_limit: channel.dayLimit === undefined ? null : units(channel.dayLimit),
    proof: channel.proof ?? (isManual ? 'required' : 'none'),
    review: isManual,
    account: channel.account ? JSON.stringify(channel.account) : null,
  };
}

/** Replaces the channels with those of the file; others accept no new deposits. Returns the codes of changed channels. */
export async function saveFileChannels(tx: Tx, currency: string, channels: readonly FileChannel[]): Promise<readonly string[]> {
  const read = () => tx.selectFrom('deposit_channel').selectAll().orderBy('code').execute();
  const before = new Map((await read()).map((row) => [row.code, JSON.stringify(row)]));
  for (const [sort, channel] of channels.entries()) {
    const { code, ...row } = rowOf(channel, currency, sort);
    await tx
      .insertInto('deposit_channel')
      .values({ code, ...row })
      .onConflict((conflict) => conflict.column('code').doUpdateSet(row))
      .execute();
  }
  const named = channels.map(({ code }) => code);
  const disable = tx.updateTable('deposit_channel').set({ enabled: false });
  await (named.length === 0 ? disable : disable.where('code', 'not in', named)).execute();
  return (await read()).filter((row) => before.get(row.code) !== JSON.stringify(row)).map(({ code }) => code);
}

/** A deposit channel for the console. */
export interface OfferedChannel
  extends Pick<
    ChannelRow,
    'code' | 'name' | 'kind' | 'provider' | 'routes' | 'other_amounts' | 'currency' | 'enabled' | 'account' | 'proof'
  > {
  readonly min: bigint;
  readonly max: bigint;
  readonly dayLimit: bigint | null;
  /** As text: "1.50 + 0.5 %". */
  readonly fee: string;
}

export function offeredChannel(row: ChannelRow): OfferedChannel {
  const { code, name, kind, provider, routes, other_amounts, currency, enabled, account, proof } = row;
  const parts = [
    ...(row.fee_fixed === '0' ? [] : [toWire(BigInt(row.fee_fixed))]),
    ...(row.fee_basis_points === 0 ? [] : [`${row.fee_basis_points / 100} %`]),
  ];
  return {
    code,
    name,
    kind,
    provider,
    routes,
    other_amounts,
    currency,
    enabled,
    account,
    proof,
    fee: parts.join(' + '),
    min: BigInt(row.min_amount),
    max: BigInt(row.max_amount),
    dayLimit: row.day_limit === null ? null : BigInt(row.day_limit),
  };
}
