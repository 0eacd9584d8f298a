import * as v from 'valibot';
import { parseInputAmount } from '../../../shared/money/money.ts';
import { fileChannel } from '../../platform/money/deposit/index.ts';

const described = <T extends v.GenericSchema>(schema: T, text: string) => v.pipe(schema, v.description(text));
const page = v.pipe(v.string(), v.check(isPayPage, 'https://, host and path, without query'));
const amount = v.pipe(
  v.string(),
  v.check((text) => parseInputAmount(text) !== undefined, 'amount'),
);

const provider = v.strictObject({
  code: described(
    v.pipe(v.string(), v.regex(/^(?!voucher$)[a-z][a-z0-9]{1,15}$/, '2 to 16 small letters and digits')),
    'Its events arrive at `/payments/CODE`; its key is `PAYMENT_SECRET_CODE` in the environment of the platform, at least 32 characters.',
  ),
  url: described(v.optional(page), 'Its payment page; the signed order is added as query. Without it the provider takes no deposits.'),
  scan: described(v.optional(v.boolean(), false), 'Members open the page by scanning a QR code.'),
  payouts: described(v.optional(page), 'Its address for payouts. Without it the provider pays no withdrawals.'),
  desk: described(v.exactOptional(page), 'Its page for operators of the merchant; the console links to it from each payout.'),
  health: described(
    v.optional(page),
    'An address that answers GET with success while the provider takes payments; requested every 30 seconds.',
  ),
});

const payoutRoute = v.strictObject({
  provider: described(v.string(), 'Code of one of `payments.providers` with `payouts`.'),
  currency: described(
    v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'a currency code such as THB'))),
    'Only with this currency; without one in any.',
  ),
  kinds: described(v.exactOptional(v.array(v.picklist(['BANK', 'EWALLET'], 'BANK or EWALLET'))), 'Only to accounts of these kinds.'),
  banks: described(v.exactOptional(v.array(v.string())), 'Only to these banks and e-wallets, by their codes in `settings.payoutAccounts`.'),
  min: described(v.exactOptional(amount), 'Least amount, after the fee.'),
  max: described(v.exactOptional(amount), 'Largest amount, after the fee.'),
});

export const payments = v.strictObject({
  providers: described(v.optional(v.array(provider), []), 'Payment providers.'),
  channels: described(v.array(fileChannel), 'Deposit methods in the order of their list; the first is the default of a new member.'),
  payouts: described(
    v.optional(v.array(payoutRoute), []),
    'Which provider pays an approved withdrawal: the first that takes it and responds. One that no provider takes is paid by operators.',
  ),
});
export type Payments = v.InferOutput<typeof payments>;

function isPayPage(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { origin, pathname, protocol, hostname, username } = new URL(value);
  return value === origin + pathname && username === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname)));
}

/** True for a loopback host. */
export function isLoopbackHost(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
