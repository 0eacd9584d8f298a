import { startService } from '../kit/service.ts';
import { benchBets } from './bets.ts';
import { benchHome } from './home.ts';
import { benchLedger } from './ledger.ts';
import { benchProxy } from './proxy.ts';

/** Prints every figure as a ratio to its baseline of the same run. Fails only when something answers wrongly. */
const service = await startService();
try {
  const { rates, sizes } = await benchHome(service);
  table('Home page, requests a second', [
    ['ready buffer behind the same Express', rates.get('buffer'), 1],
    ['anonymous (target 0.9)', rates.get('anonymous'), ratio(rates, 'anonymous', 'buffer')],
    ['signed in (target 0.5)', rates.get('signed in'), ratio(rates, 'signed in', 'buffer')],
  ]);
  const { roundsPerSecond, throttled } = await benchBets(service);
  table('Play through the seamless wallet, embedded database', [['whole rounds a second (bet, win, finish)', roundsPerSecond, undefined]]);
  if (throttled > 0) console.log(`  ${throttled} tries met the limit per seat`);
  console.log('\nBytes of the home page, brotli');
  console.log(
    `  loader ${sizes.loader} (target 3072), React and islands ${sizes.islands} (target 61440), CSS ${sizes.css}, HTML ${sizes.html}`,
  );
} finally {
  await service.stop();
}
const proxy = await benchProxy();
table('Proxied calls, requests a second', [
  ['bare http-proxy-middleware', proxy.get('bare'), 1],
  ['through guard and policy (target 0.9)', proxy.get('proxied'), ratio(proxy, 'proxied', 'bare')],
  ['public call from the cache (target 3)', proxy.get('cached'), ratio(proxy, 'cached', 'bare')],
]);

const databaseUrl = process.env.TEST_DATABASE_URL;
if (databaseUrl) {
  const ledger = await benchLedger({ databaseUrl });
  table(`Ledger on PostgreSQL, ${ledger.clients} clients, a second`, [
    ['pgbench, TPC-B-like', ledger.pgbenchPerSecond, 1],
    ['ledger transfers (target 1.0)', ledger.transfersPerSecond, ledger.ratio],
  ]);
} else console.log('\nLEFT OUT: ledger transfers against pgbench. Set TEST_DATABASE_URL to a PostgreSQL server to run them.');

function ratio(rates: ReadonlyMap<string, number>, name: string, baseline: string): number {
  return (rates.get(name) ?? 0) / (rates.get(baseline) ?? Number.NaN);
}

function table(title: string, rows: readonly (readonly [string, number | undefined, number | undefined])[]): void {
  console.log(`\n${title}`);
  for (const [name, rate, share] of rows) {
    console.log(`  ${name.padEnd(52)} ${(rate ?? 0).toFixed(0).padStart(8)}${share === undefined ? '' : `   ${share.toFixed(2)}`}`);
  }
}
