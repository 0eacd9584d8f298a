import { parseInputAmount } from '../../../shared/money/money.ts';
import type { MerchantSettings } from '../../platform/merchant/index.ts';
import type { FileChannel } from '../../platform/money/deposit/index.ts';
import { paymentSecretName } from '../payment-env.ts';
import { read, type Source } from '../read-value.ts';
import { displayValue, type Problem } from './paths.ts';
import type { Payments } from './payments-schema.ts';
import type { MerchantFile } from './schema.ts';

type Found = Problem | false | undefined;

const problem = (path: string, value: unknown, wanted: string): Problem => ({ path, value: displayValue(value), wanted });
const units = (text: string | undefined) => (text === undefined ? undefined : (parseInputAmount(text) ?? 0n));

/** Mistakes across the values of `payments`. */
export function paymentProblems({
  file: { demo, upstreams, payments },
  settings: { payoutAccounts },
  environment,
}: {
  readonly file: MerchantFile;
  readonly settings: Pick<MerchantSettings, 'payoutAccounts'>;
  readonly environment: Source;
}): readonly Found[] {
  if (!payments) return [];
  if (demo || upstreams)
    return [problem('payments', payments, 'removed: the demo has play money, and a remote platform has its own deposit methods')];
  return [
    ...providerProblems(payments, environment),
    ...payments.channels.flatMap((channel, index) => channelProblems(channel, `payments.channels[${index}]`, payments, index)),
    ...payments.payouts.flatMap((_route, index) => payoutProblems(payments, index, payoutAccounts.providers)),
  ];
}

/** The keys are used by the platform only: a portal in front of one starts without them. */
function providerProblems({ providers }: Payments, environment: Source): readonly Found[] {
  const runsPlatform = read(environment, 'ROLE') !== 'portal' && read(environment, 'UPSTREAM_WPS_URL') === undefined;
  return providers.flatMap(({ code, url, payouts }, index) => [
    runsPlatform &&
      read(environment, paymentSecretName(code)) === undefined &&
      problem(`payments.providers[${index}].code`, code, `a provider whose key is in the environment as ${paymentSecretName(code)}`),
    providers.findIndex((one) => one.code === code) < index &&
      problem(`payments.providers[${index}].code`, code, 'the code of one provider only'),
    url === undefined &&
      payouts === undefined &&
      problem(`payments.providers[${index}]`, code, 'given `url` (deposits), `payouts`, or both'),
  ]);
}

function channelProblems(channel: FileChannel, at: string, { providers, channels }: Payments, index: number): readonly Found[] {
  const { code, kind, provider, routes, account } = channel;
  const takesDeposits = (name: string) => providers.some((one) => one.code === name && one.url !== undefined);
  const wanted = 'the code of one of `payments.providers` with `url`';
  return [
    channels.findIndex((one) => one.code === code) < index && problem(`${at}.code`, code, 'the code of one deposit method only'),
    provider !== undefined && !takesDeposits(provider) && problem(`${at}.provider`, provider, wanted),
    provider !== undefined && routes !== undefined && problem(`${at}.provider`, provider, 'removed: `routes` names the providers'),
    ...(routes ?? []).map((route, n) => !takesDeposits(route.provider) && problem(`${at}.routes[${n}].provider`, route.provider, wanted)),
    kind !== 'BANK' &&
      provider === undefined &&
      routes === undefined &&
      problem(`${at}.provider`, undefined, 'given: a provider reports payments of this kind'),
    kind === 'BANK' && !account && problem(`${at}.account`, undefined, 'given: the account that members transfer to'),
    ...amountProblems(channel, at),
  ];
}

function amountProblems({ min, max, dayLimit, routes }: FileChannel, at: string): readonly Found[] {
  const [least, most, day] = [units(min) ?? 0n, units(max) ?? 0n, units(dayLimit)];
  const isTaken = (amount: bigint) => routes?.some((route) => (units(route.min) ?? 0n) <= amount && amount <= (units(route.max) ?? amount));
  return [
    least <= 0n && problem(`${at}.min`, min, 'above zero'),
    least > most && problem(`${at}.min`, min, `at most max, ${max}`),
    day !== undefined && day < least && problem(`${at}.dayLimit`, dayLimit, `at least min, ${min}`),
    routes !== undefined && !isTaken(least) && problem(`${at}.routes`, routes, `a provider for the least amount, ${min}`),
    routes !== undefined && !isTaken(most) && problem(`${at}.routes`, routes, `a provider for the largest amount, ${max}`),
    ...(routes ?? []).map((route, n) => rangeProblem(`${at}.routes[${n}]`, route)),
  ];
}

function payoutProblems(
  { providers, payouts }: Payments,
  index: number,
  banks: MerchantSettings['payoutAccounts']['providers'],
): readonly Found[] {
  const route = payouts[index];
  if (!route) return [];
  const at = `payments.payouts[${index}]`;
  return [
    !providers.some((one) => one.code === route.provider && one.payouts !== undefined) &&
      problem(`${at}.provider`, route.provider, 'the code of one of `payments.providers` with `payouts`'),
    // A route for a bank that no member can have pays nothing, and operators pay by hand instead.
    ...(route.banks ?? []).map(
      (bank, n) =>
        !banks.some(({ code }) => code === bank) &&
        problem(`${at}.banks[${n}]`, bank, 'the code of one of `settings.payoutAccounts.providers`'),
    ),
    rangeProblem(at, route),
  ];
}

function rangeProblem(at: string, { min, max }: Pick<NonNullable<FileChannel['routes']>[number], 'min' | 'max'>): Found {
  const [least, most] = [units(min), units(max)];
  return least !== undefined && most !== undefined && least > most && problem(`${at}.min`, min, `at most max, ${max}`);
}
