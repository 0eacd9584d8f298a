import { type Service, startService } from '../kit/service.ts';
import { benchBets } from './bets.ts';
import { benchHome } from './home.ts';
import { benchLedger } from './ledger.ts';
import { benchLobby, type Latency } from './lobby.ts';
import { benchProxy } from './proxy.ts';
import { benchRecords } from './records.ts';

type Rates = ReadonlyMap<string, number>;

/** Prints every figure as a ratio to its baseline of the same run. Fails only when something answers wrongly. */
const PARTS = { home, lobby, bets, proxy, ledger, records };
const chosen = process.argv.slice(2);
for (const [name, part] of Object.entries(PARTS)) if (chosen.length === 0 || chosen.includes(name)) await part();

async function home(): Promise<void> {
  await withService(async (service) => {
    const { rates, sizes } = await benchHome(service);
    table('Home page, requests a second', [
      ['ready buffer behind the same Express', rates.get('buffer'), 1],
      ['anonymous (target 0.9)', rates.get('anonymous'), ratio(rates, 'anonymous', 'buffer')],
      ['signed in (target 0.5)', rates.get('signed in'), ratio(rates, 'signed in', 'buffer')],
    ]);
    console.log('\nBytes of the home page, brotli');
    console.log(
      `  loader ${sizes.loader} (target 3072), React and islands ${sizes.islands} (target 61440), CSS ${sizes.css}, HTML ${sizes.html}`,
    );
  });
}

async function lobby(): Promise<void> {
  const { rates, plain, search, dropdown } = await benchLobby();
  table('/rng with 10,000 games, requests a second', [
    ['ready buffer behind the same Express', rates.get('page buffer'), 1],
    ['anonymous', rates.get('page'), ratio(rates, 'page', 'page buffer')],
  ]);
  table('Dropdown call, 21 games of a vendor, requests a second', [
    ['ready buffer behind the same Express', rates.get('call buffer'), 1],
    ['from the cache of the portal', rates.get('dropdown'), ratio(rates, 'dropdown', 'call buffer')],
  ]);
  console.log('\nCalls over 10,000 games without any cache, embedded database, milliseconds');
  const line = (name: string, { median, p99 }: Latency) =>
    console.log(`  ${name.padEnd(52)} ${median.toFixed(1).padStart(8)} median ${p99.toFixed(1).padStart(8)} p99`);
  line('status, a call that hardly does anything', plain);
  line('search over 10,000 games (target 50 p99)', search);
  line('dropdown call', dropdown);
}

async function bets(): Promise<void> {
  await withService(async (service) => {
    const { roundsPerSecond, throttled } = await benchBets(service);
    table('Play through the seamless wallet, embedded database', [
      ['whole rounds a second (bet, win, finish)', roundsPerSecond, undefined],
    ]);
    if (throttled > 0) console.log(`  ${throttled} tries met the limit per seat`);
  });
}

async function proxy(): Promise<void> {
  const rates = await benchProxy();
  table('Proxied calls, requests a second', [
    ['bare http-proxy-middleware', rates.get('bare'), 1],
    ['through guard and policy (target 0.9)', rates.get('proxied'), ratio(rates, 'proxied', 'bare')],
    ['public call from the cache (target 3)', rates.get('cached'), ratio(rates, 'cached', 'bare')],
  ]);
}

async function ledger(): Promise<void> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  if (!databaseUrl) {
    console.log('\nLEFT OUT: ledger transfers against pgbench. Set TEST_DATABASE_URL to a PostgreSQL server to run them.');
    return;
  }
  const result = await benchLedger({ databaseUrl });
  table(`Ledger on PostgreSQL, ${result.clients} clients, a second`, [
    ['pgbench, TPC-B-like', result.pgbenchPerSecond, 1],
    ['ledger transfers (target 1.0)', result.transfersPerSecond, result.ratio],
  ]);
}

async function records(): Promise<void> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  const times = await benchRecords(databaseUrl);
  console.log(
    `\nA member with 100,000 movements, ${databaseUrl ? 'PostgreSQL' : 'embedded database'}, milliseconds of a page (target 200 p99)`,
  );
  for (const { name, median, p99, first } of times) {
    const [middle, last, cold] = [median, p99, first].map((time) => time.toFixed(1).padStart(8));
    console.log(`  ${name.padEnd(40)} ${middle} median ${last} p99 ${cold} the first time`);
  }
}

async function withService(work: (service: Service) => Promise<void>): Promise<void> {
  const service = await startService();
  try {
    await work(service);
  } finally {
    await service.stop();
  }
}

function ratio(rates: Rates, name: string, baseline: string): number {
  return (rates.get(name) ?? 0) / (rates.get(baseline) ?? Number.NaN);
}

function table(title: string, rows: readonly (readonly [string, number | undefined, number | undefined])[]): void {
  console.log(`\n${title}`);
  for (const [name, rate, share] of rows) {
    console.log(`  ${name.padEnd(52)} ${(rate ?? 0).toFixed(0).padStart(8)}${share === undefined ? '' : `   ${share.toFixed(2)}`}`);
  }
}
