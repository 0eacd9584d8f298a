import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { payoutOrder } from '../../shared/api/payouts.ts';
import { isPayable, parseWireAmount, toWire, UNITS_PER_WHOLE, type WireAmount } from '../../shared/money/money.ts';
import { defined } from '../kit/defined.ts';
import { startEventServer } from './certify/payments/event-server.ts';
import { certifyMerchant } from './certify/payments/merchant.ts';
import { startOrderServer } from './certify/payments/order-server.ts';
import { certifyProvider } from './certify/payments/provider.ts';
import { type Outcome, table } from './certify/report.ts';

const USE = `Usage: npm run payments:certify -- provider --provider CODE --secret-env NAME (--payouts URL | --page URL)
         [--amount 1.00] [--currency THB] [--payee JSON] [--refused-payee JSON] [--health URL] [--pay] [--listen PORT] [--wait SECONDS]
     npm run payments:certify -- merchant --url URL --provider CODE --secret-env NAME
         [--deposit ADDRESS] [--listen PORT] [--wait SECONDS]
     both: [--only SCENARIO,SCENARIO] [--json FILE]`;
const TEXTS = [
  'provider',
  'secret-env',
  'payouts',
  'page',
  'amount',
  'currency',
  'payee',
  'refused-payee',
  'health',
  'url',
  'deposit',
  'listen',
  'wait',
  'only',
  'json',
] as const;
const WAIT_SECONDS = 180;
const EVENT_PORT = 4210;
const PAYEE = { kind: 'BANK', provider: 'TEST_BANK', holder: 'Test Payee', number: '0123456789' } as const;

type Values = Readonly<Partial<Record<(typeof TEXTS)[number], string>>> & { readonly pay?: boolean };
type Environment = Readonly<Record<string, string | undefined>>;
/** Wrong usage of the command; the text is for the user. */
class UseError extends Error {}

/** `npm run payments:certify`. Exit code 0: all passed; 1: a failure; 2: wrong usage. */
export async function runPaymentsCertify(args: readonly string[], env: Environment, print: (line: string) => void): Promise<number> {
  try {
    const [side, values] = read(args);
    const outcomes = side === 'provider' ? await providerSide(values, env, print) : await merchantSide(values, env, print);
    print(table(outcomes));
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ side, outcomes }, null, 2)}\n`);
    return outcomes.some(({ state }) => state === 'failed') ? 1 : 0;
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    if (error instanceof UseError) print(USE);
    return 2;
  }
}

function read(args: readonly string[]): readonly ['provider' | 'merchant', Values] {
  const [side, ...rest] = args;
  if (side !== 'provider' && side !== 'merchant') throw new UseError('provider or merchant?');
  try {
    const texts = Object.fromEntries(TEXTS.map((name) => [name, { type: 'string' as const }]));
    return [side, parseArgs({ args: rest, options: { ...texts, pay: { type: 'boolean' } } }).values as Values];
  } catch (error) {
    throw new UseError((error as Error).message);
  }
}

function common(values: Values, env: Environment) {
  const { provider } = values;
  const secret = env[values['secret-env'] ?? ''];
  if (!provider) throw new UseError('--provider is needed.');
  if (!secret) throw new UseError('--secret-env names a variable of the environment that holds the shared key.');
  const timeoutMs = Number(values.wait ?? WAIT_SECONDS) * 1_000;
  if (!(timeoutMs > 0)) throw new UseError('--wait is a number of seconds.');
  return { provider, secret, timeoutMs, only: values.only?.split(',') };
}

async function providerSide(values: Values, env: Environment, print: (line: string) => void): Promise<readonly Outcome[]> {
  const { only, ...shared } = common(values, env);
  const { payouts, page, health, currency = 'THB' } = values;
  if (!payouts && !page) throw new UseError('--payouts, --page or both are needed.');
  for (const address of [payouts, page, health])
    if (address !== undefined && !URL.canParse(address)) throw new UseError(`${address} is no address.`);
  const events = await startEventServer({ ...shared, port: portOf(values.listen, EVENT_PORT) });
  print(`Events are received at ${events.url}/payments/${shared.provider}: the provider sends them there.\n`);
  try {
    const payee = payeeOf(values.payee, 'payee') ?? PAYEE;
    const under = { ...shared, ...defined({ payouts, page, health }), currency, amount: amountOf(values.amount, currency), payee, events };
    const pay = values.pay ? async (address: string) => print(`Open this page and pay the whole amount:\n${address}\n`) : undefined;
    return await certifyProvider({ ...under, ...defined({ refused: payeeOf(values['refused-payee'], 'refused-payee'), pay }) }, only);
  } finally {
    await events.close();
  }
}

async function merchantSide(values: Values, env: Environment, print: (line: string) => void): Promise<readonly Outcome[]> {
  const { only, ...shared } = common(values, env);
  const { url, deposit, listen } = values;
  if (!url || !URL.canParse(url)) throw new UseError('--url is the address of the site.');
  if (deposit !== undefined && !/[?&]sign=/.test(deposit))
    throw new UseError('--deposit is the whole address of a payment page, with its query. Quote it for the shell.');
  const orders = listen === undefined ? undefined : await startOrderServer({ secret: shared.secret, port: portOf(listen, 0) });
  if (orders) print(`Payout orders are received at ${orders.url}. Approve a withdrawal that this provider pays.\n`);
  try {
    return await certifyMerchant({ ...shared, url: new URL(url).origin, ...defined({ deposit, orders }) }, only);
  } finally {
    await orders?.close();
  }
}

function portOf(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,5}$/.test(text)) throw new UseError('--listen is a port.');
  return Number(text);
}

function amountOf(text: string | undefined, currency: string): WireAmount {
  const units = text === undefined ? UNITS_PER_WHOLE : parseWireAmount(text);
  if (units === undefined || !isPayable(units, currency))
    throw new UseError(`--amount is an amount such as 1.00 that can be paid in ${currency}.`);
  return toWire(units);
}

function payeeOf(text: string | undefined, option: string) {
  if (text === undefined) return undefined;
  try {
    return v.parse(payoutOrder.entries.payee, JSON.parse(text));
  } catch {
    throw new UseError(`--${option} is JSON with kind, provider, holder and number, such as ${JSON.stringify(PAYEE)}.`);
  }
}

const calledAs = process.argv[1];
if (calledAs && existsSync(calledAs) && import.meta.url === pathToFileURL(realpathSync(calledAs)).href) {
  process.exitCode = await runPaymentsCertify(process.argv.slice(2), process.env, (line) => void process.stdout.write(`${line}\n`));
}
