import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { parseInputAmount } from '../../shared/money/money.ts';
import { defined } from '../kit/defined.ts';
import { memberAccess } from './certify/member-access.ts';
import { certifyPlatform } from './certify/platform.ts';
import { type Outcome, table } from './certify/report.ts';
import { certifyTransferWallet } from './certify/transfer-wallet/certify.ts';
import { certifyVendor } from './certify/vendor.ts';
import type { VendorUnderTest } from './certify/vendor-world.ts';
import { startWallet } from './certify/wallet-server.ts';

const USE = `Usage: npm run vendor:certify -- platform --url URL --provider CODE --secret-env NAME --game ID
         (--portal URL --account NAME --password-env NAME [--ticket-field NAME] | --ticket TICKET)
     npm run vendor:certify -- vendor --url URL --provider CODE --secret-env NAME --game ID
         [--bet JSON] [--currency CODE] [--matches ID] [--room ID --levels NAME,NAME,NAME]
         [--free ID --free-bet JSON --free-stake AMOUNT] [--listen PORT] [--wait SECONDS]
     npm run vendor:certify -- transfer-wallet --url URL --secret-env NAME --game ID --currency CODE
     all: [--only SCENARIO,SCENARIO] [--json FILE]`;
const OPTIONS = [
  'url',
  'provider',
  'secret-env',
  'game',
  'portal',
  'account',
  'password-env',
  'ticket',
  'ticket-field',
  'bet',
  'matches',
  'room',
  'levels',
  'free',
  'free-bet',
  'free-stake',
  'currency',
  'listen',
  'wait',
  'only',
  'json',
] as const;
/** Bet of the built-in game of dice. */
const DICE = '{"engine":"dice","stake":"1.0000","over":true,"target":50}';
const WAIT_SECONDS = 90;

type Environment = Readonly<Record<string, string | undefined>>;
type Values = Readonly<Partial<Record<(typeof OPTIONS)[number], string>>>;
/** Wrong usage of the command; the text is for the user. */
class UseError extends Error {}

/** `npm run vendor:certify`. Exit code 0: all passed; 1: a failure; 2: wrong usage. */
export async function runCertify(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<number> {
  try {
    const [side, values] = read(args);
    const outcomes = await certifySide(side, values, env, print);
    print(table(outcomes));
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ side, url: values.url, outcomes }, null, 2)}\n`);
    return outcomes.some(({ state }) => state === 'failed') ? 1 : 0;
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    if (error instanceof UseError) print(USE);
    return 2;
  }
}

const SIDES = ['platform', 'vendor', 'transfer-wallet'] as const;
type Side = (typeof SIDES)[number];

function certifySide(side: Side, values: Values, env: Environment, print: (line: string) => void): Promise<readonly Outcome[]> {
  if (side === 'transfer-wallet') return transferWalletSide(values, env);
  return side === 'platform' ? platformSide(values, env) : vendorSide(values, env, print);
}

function transferWalletSide(values: Values, env: Environment): Promise<readonly Outcome[]> {
  const currency = currencyOf(values);
  if (currency === undefined) throw new UseError('--currency is needed.');
  const { only, ...line } = lineOf({ ...values, provider: values.provider ?? 'transfer-wallet' }, env);
  return certifyTransferWallet({ ...line, currency }, only);
}

function currencyOf({ currency }: Values): string | undefined {
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency)) throw new UseError('--currency is a code such as THB.');
  return currency;
}

/** A game with free rounds. */
function freeOf({ free, 'free-bet': bet, 'free-stake': stake }: Values): VendorUnderTest['free'] {
  if (free === undefined && bet === undefined && stake === undefined) return undefined;
  const units = parseInputAmount(stake ?? '');
  if (free === undefined || bet === undefined || units === undefined || units <= 0n)
    throw new UseError('--free, --free-bet and --free-stake belong together; the stake is an amount such as 0.20.');
  return { gameId: free, bet: betOf({ bet }), stake: units };
}

function betOf({ bet = DICE }: Pick<Values, 'bet'>): object {
  try {
    const parsed = JSON.parse(bet) as unknown;
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // The error below names the expected form.
  }
  throw new UseError('--bet is a JSON object: the field `bet` of the play call.');
}

function read(args: readonly string[]): readonly [Side, Values] {
  const [given, ...rest] = args;
  const side = SIDES.find((one) => one === given);
  if (side === undefined) throw new UseError('platform, vendor or transfer-wallet?');
  try {
    const options = Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }]));
    return [side, parseArgs({ args: rest, options }).values as Values];
  } catch (error) {
    throw new UseError((error as Error).message);
  }
}

function lineOf(values: Values, env: Readonly<Record<string, string | undefined>>) {
  const { url, provider, game } = values;
  if (!url || !URL.canParse(url) || !provider || !game) throw new UseError('--url, --provider and --game are needed.');
  return {
    url: url.replace(/\/+$/, ''),
    provider,
    gameId: game,
    secret: fromEnv(values, 'secret-env', env),
    only: values.only?.split(','),
  };
}

function fromEnv(values: Values, option: 'secret-env' | 'password-env', env: Readonly<Record<string, string | undefined>>): string {
  const secret = env[values[option] ?? ''];
  if (!secret) throw new UseError(`--${option} names a variable of the environment that holds it.`);
  return secret;
}

async function platformSide(values: Values, env: Readonly<Record<string, string | undefined>>): Promise<readonly Outcome[]> {
  const { only, ...line } = lineOf(values, env);
  const { portal, account, ticket } = values;
  if (ticket) return certifyPlatform({ ...line, ticket: async () => ticket }, only);
  if (!portal || !URL.canParse(portal) || !account) throw new UseError('--portal and --account are needed, or --ticket.');
  const member = memberAccess({
    portal,
    username: account,
    password: fromEnv(values, 'password-env', env),
    gameId: line.gameId,
    ticketField: values['ticket-field'] ?? 'ticket',
  });
  return certifyPlatform({ ...line, ...member }, only);
}

async function vendorSide(
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<readonly Outcome[]> {
  const { only, url, ...line } = lineOf(values, env);
  const { matches, levels } = values;
  if ((values.room === undefined) !== (levels === undefined)) throw new UseError('--room and --levels belong together.');
  const room = values.room === undefined || levels === undefined ? undefined : { gameId: values.room, levels: levels.split(',') };
  const [currency, bet, free] = [currencyOf(values), betOf(values), freeOf(values)];
  const wallet = await startWallet({
    ...line,
    ...defined({ currency, matches, room: room?.gameId, free: free?.gameId }),
    port: Number(values.listen ?? 4200),
  });
  print(`The wallet of the certificate is at ${wallet.url}: the vendor calls it there.\n`);
  try {
    const timeoutMs = Number(values.wait ?? WAIT_SECONDS) * 1_000;
    return await certifyVendor({ url, wallet, ...defined({ matches, room, free }), bet, timeoutMs }, only);
  } finally {
    await wallet.close();
  }
}

const calledAs = process.argv[1];
if (calledAs && existsSync(calledAs) && import.meta.url === pathToFileURL(realpathSync(calledAs)).href) {
  process.exitCode = await runCertify(process.argv.slice(2), process.env, (line) => void process.stdout.write(`${line}\n`));
}
