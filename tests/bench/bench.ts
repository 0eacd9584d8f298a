import { MAX_FIRST_VIEW } from '../kit/first-view.ts';
import { type Service, startService } from '../kit/service.ts';
import { benchBets } from './bets.ts';
import { benchFacts } from './facts.ts';
import { benchFrames } from './frames.ts';
import { benchHome } from './home.ts';
import { benchLedger } from './ledger.ts';
import type { Rate, Rates } from './load.ts';
import { benchLobby, type Latency } from './lobby.ts';
import { benchLottery } from './lottery.ts';
import { benchProxy } from './proxy.ts';
import { benchRecords } from './records.ts';
import { benchRounds } from './rounds.ts';
import { benchStreams } from './streams.ts';
import { benchEngines, benchTables } from './tables.ts';
import { benchTeam } from './team.ts';
import { benchVisits } from './visit.ts';
import { benchWages, type WageTimes } from './wages.ts';
import { benchWorkers, SHARE } from './workers.ts';

/** Prints every figure as a ratio to its baseline of the same run. Fails only on a wrong answer. */
const PARTS = {
  home,
  visit,
  lobby,
  bets,
  rounds,
  facts,
  engines,
  tables,
  proxy,
  workers,
  streams,
  ledger,
  lottery,
  records,
  wages,
  growth,
  team,
  frames,
};
const chosen = process.argv.slice(2);
for (const [name, part] of Object.entries(PARTS)) if (chosen.length === 0 || chosen.includes(name)) await part();
// A browser that the parts share would keep the process alive.
process.exit();

async function home(): Promise<void> {
  await withService(async (service) => {
    const { rates, sizes } = await benchHome(service);
    compare('Home page', rates, [
      ['buffer', 'ready buffer behind the same Express', 'buffer'],
      ['anonymous', 'anonymous (target 0.9)', 'buffer'],
      ['signed in', 'signed in (target 0.5)', 'buffer'],
      ['buffer, brotli', 'ready buffer, brotli', 'buffer, brotli'],
      ['anonymous, brotli', 'anonymous, brotli (target 0.9)', 'buffer, brotli'],
      ['sent, brotli', 'Express response.send, brotli', 'sent, brotli'],
      ['anonymous, brotli', 'anonymous, brotli (target 1.5)', 'sent, brotli'],
      ['buffer, gzip', 'ready buffer, gzip', 'buffer, gzip'],
      ['signed in, gzip', 'signed in, gzip', 'buffer, gzip'],
    ]);
    console.log('\nBytes of the home page, brotli');
    console.log(
      `  loader ${sizes.loader} (target 3072), first view ${sizes.firstView} (target ${MAX_FIRST_VIEW}), CSS ${sizes.css}, HTML ${sizes.html}`,
    );
  });
}

async function visit(): Promise<void> {
  await withService(async (service) => {
    console.log('\nFirst page of a visit on a phone, not touched for six seconds: bytes on the wire, headers included');
    for await (const { page, scripts, scriptBytes, styleBytes, allBytes, requests } of benchVisits(service)) {
      const kilobytes = [scriptBytes, styleBytes, allBytes].map((bytes) => (bytes / 1024).toFixed(1).padStart(6));
      console.log(
        `  ${page.padEnd(10)} ${String(scripts).padStart(3)} scripts ${kilobytes[0]} KB, CSS ${kilobytes[1]} KB, all ${kilobytes[2]} KB in ${requests} requests`,
      );
    }
  });
}

async function lobby(): Promise<void> {
  const { rates, plain, search, dropdown } = await benchLobby();
  compare('/rng with 10,000 games', rates, [
    ['page buffer', 'ready buffer behind the same Express', 'page buffer'],
    ['page', 'anonymous', 'page buffer'],
  ]);
  compare('Dropdown call, 21 games of a vendor', rates, [
    ['call buffer', 'ready buffer behind the same Express', 'call buffer'],
    ['dropdown', 'from the cache of the portal', 'call buffer'],
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
      ['whole rounds of dice a second (bet and win)', roundsPerSecond, undefined],
    ]);
    if (throttled > 0) console.log(`  ${throttled} attempts reached the limit per seat`);
  });
}

async function rounds(): Promise<void> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  const rates = await benchRounds(databaseUrl);
  console.log(
    `\nRounds of an outside vendor, bet and win over the signed seamless wallet, ${databaseUrl ? 'PostgreSQL' : 'embedded database'}`,
  );
  for (const { version, players, roundsPerSecond, betMedian, betP99, statements, platformCpu, databaseCpu, pgbenchPerSecond } of rates) {
    const share = pgbenchPerSecond === undefined ? '' : `, ${(roundsPerSecond / pgbenchPerSecond).toFixed(3)} of pgbench (target 0.25)`;
    console.log(`  ${version} version, ${players} players: ${roundsPerSecond.toFixed(0)} rounds a second${share}`);
    console.log(`    a bet ${betMedian.toFixed(1)} ms median, ${betP99.toFixed(1)} p99; a round ${statements.toFixed(1)} statements,`);
    const database = databaseCpu === undefined ? '' : ` and ${databaseCpu.toFixed(2)} of the database`;
    console.log(`    ${platformCpu.toFixed(2)} ms of CPU time of the platform${database}`);
  }
}

async function facts(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return void console.log('\nFacts: set TEST_DATABASE_URL to a PostgreSQL server to measure them');
  const { written, consumed, arrivedPerSecond, consumedPerSecond } = await benchFacts(server);
  console.log('\nBets of 8 players while facts of play are written, and consumed by all features as well, PostgreSQL');
  const [slower, longer] = [consumed.roundsPerSecond / written.roundsPerSecond, consumed.betMedian / written.betMedian];
  const line = (name: string, { roundsPerSecond, betMedian, betP99 }: typeof written) =>
    console.log(
      `  ${name.padEnd(30)} ${roundsPerSecond.toFixed(0)} rounds a second, a bet ${betMedian.toFixed(1)} ms median, ${betP99.toFixed(1)} p99`,
    );
  line('written', written);
  line('written and consumed', consumed);
  console.log(`  rounds ${slower.toFixed(2)} (target 0.9), median of a bet ${longer.toFixed(2)}`);
  const rates = [...consumedPerSecond].map(([name, rate]) => `${name} ${rate.toFixed(0)}`).join(', ');
  console.log(`  facts a second: ${arrivedPerSecond.toFixed(0)} written; consumed: ${rates}`);
}

async function wages(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return void console.log('\nWages: set TEST_DATABASE_URL to a PostgreSQL server to measure them');
  const { members, bets, counted, settled, statements } = await benchWages(server);
  console.log(
    `\nWages of a window of five minutes: ${bets} bets, ${members} members, ${statements} contracts, PostgreSQL, seconds (target 60)`,
  );
  console.log(`  play counted and summed ${counted.toFixed(1)}, wages settled and paid ${settled.toFixed(1)}`);
}

/** Cost of a window by members and bets; the first line is the baseline of the ratios. */
async function growth(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return void console.log('\nGrowth: set TEST_DATABASE_URL to a PostgreSQL server to measure it');
  console.log(
    '\nA window of five minutes by members and bets, PostgreSQL: seconds to count, sum, settle and pay, with the ratio to the first line',
  );
  let first: WageTimes | undefined;
  for (const members of [125_000, 1_000_000]) {
    for (const bets of [50_000, 200_000]) {
      const times = await benchWages(server, { members, bets });
      first ??= times;
      const total = times.counted + times.settled;
      const ratio = total / (first.counted + first.settled);
      console.log(
        `  ${`${members} members, ${bets} bets (${(bets / 50_000).toFixed(0)})`.padEnd(40)} ${total.toFixed(1).padStart(8)} ${ratio.toFixed(2).padStart(6)}`,
      );
    }
  }
}

async function team(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return void console.log('\nTeam: set TEST_DATABASE_URL to a PostgreSQL server to measure its reports');
  const { rows, jobSeconds, times } = await benchTeam(server);
  console.log(
    `\nReports of the team, 1,000,000 members, sums of ${rows.bets} bets (${rows.sums} rows), PostgreSQL, milliseconds (target 200 p99)`,
  );
  for (const { name, median, p99, slowest } of times) {
    const [middle, last, worst] = [median, p99, slowest].map((time) => time.toFixed(1).padStart(8));
    console.log(`  ${name.padEnd(56)} ${middle} median ${last} p99 ${worst} slowest`);
  }
  console.log(`  job that counts people and balances of large teams: ${jobSeconds.toFixed(1)} s`);
}

async function frames(): Promise<void> {
  await withService(async (service) => {
    console.log('\nGames on a phone (390 by 844), CPU slowed down four times, without a GPU: the busiest seconds');
    const wanted = chosen.filter((name) => !(name in PARTS));
    for await (const [engine, { framesPerSecond, mainMs, inputMs }] of await benchFrames(service, wanted)) {
      const input = inputMs === undefined ? 'below 16' : inputMs.toFixed(0);
      console.log(
        `  ${engine.padEnd(10)} ${framesPerSecond.toFixed(1).padStart(6)} frames a second (target 55), main thread ${mainMs.toFixed(1).padStart(5)} ms a frame (16.7), input ${input} ms (100)`,
      );
    }
  });
}

async function engines(): Promise<void> {
  console.log('\nRounds of each engine, eight members at once, embedded database');
  console.log(`  ${''.padEnd(12)} per second, per second of CPU time, statements per round`);
  for (const { engine, perSecond, perCpuSecond, statementsPerRound } of await benchEngines()) {
    const columns = [perSecond.toFixed(0), perCpuSecond.toFixed(0), statementsPerRound.toFixed(1)].map((text) => text.padStart(9));
    console.log(`  ${engine.padEnd(12)}${columns.join(' ')}`);
  }
}

async function tables(): Promise<void> {
  const result = await benchTables();
  const { players, bets, pending, median, p99, slowest, statementsPerBet, cpuPerBet, load, resident } = result;
  console.log(`\n${players} players with open streams at shared tables of one process, embedded database`);
  console.log(
    `  ${bets} bets: ${median.toFixed(1)} ms median, ${p99.toFixed(1)} p99 (target 100), ${slowest.toFixed(1)} the slowest; ${pending} kept waiting too long`,
  );
  console.log(`  ${statementsPerBet.toFixed(1)} statements and ${cpuPerBet.toFixed(1)} ms of CPU time per bet, settlement included`);
  console.log(`  ${load.toFixed(2)} of one core, ${(resident / 2 ** 20).toFixed(0)} MB`);
}

async function proxy(): Promise<void> {
  compare('Proxied calls', await benchProxy(), [
    ['bare', 'bare http-proxy-middleware', 'bare'],
    ['proxied', 'through guard and policy (target 0.9)', 'bare'],
    ['cached', 'public call from the cache (target 3)', 'bare'],
  ]);
}

async function workers(): Promise<void> {
  const rates = await benchWorkers();
  if (typeof rates === 'string') {
    console.log(`\nLEFT OUT: one process against two workers: ${rates}.`);
    return;
  }
  console.log(`\nOne process and two workers, ${SHARE} of a CPU for each: answers per second, and CPUs used`);
  for (const what of ['cached', 'proxied']) {
    const one = rates.get(`${what}, one`)?.perSecond ?? Number.NaN;
    for (const name of ['one', 'two']) {
      const rate = rates.get(`${what}, ${name}`);
      if (!rate) throw new Error(`no rate of ${what}, ${name}`);
      const label = name === 'one' ? 'one process' : `two workers (target 1.8), first process ${rate.firstCores.toFixed(2)}`;
      const ratio = (rate.perSecond / one).toFixed(2);
      console.log(`  ${`${what}, ${label}`.padEnd(58)} ${rate.perSecond.toFixed(0).padStart(8)} ${ratio}   ${rate.cores.toFixed(2)}`);
    }
  }
}

async function streams(): Promise<void> {
  const { streams, bytesPerStream, resident, reachedAll, cpu } = await benchStreams();
  console.log(`\n${streams} event streams on one process`);
  console.log(`  ${(bytesPerStream / 1024).toFixed(1)} KB per stream, ${(resident / 2 ** 20).toFixed(0)} MB in total`);
  console.log(`  an event reaches all in ${reachedAll.toFixed(0)} ms, ${cpu.toFixed(0)} ms of CPU time`);
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

async function lottery(): Promise<void> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  if (!databaseUrl) return void console.log('\nLEFT OUT: tickets of a lottery. Set TEST_DATABASE_URL to a PostgreSQL server to run them.');
  const { clients, ticketsPerSecond, uncountedPerSecond, pgbenchPerSecond, tickets, settleSeconds } = await benchLottery({ databaseUrl });
  const share = (rate: number) => (pgbenchPerSecond === undefined ? undefined : rate / pgbenchPerSecond);
  table(`Tickets stored on one draw before its close, PostgreSQL, ${clients} clients, a second`, [
    ['pgbench, TPC-B-like', pgbenchPerSecond, 1],
    ['tickets with their exposure (target 1,000)', ticketsPerSecond, share(ticketsPerSecond)],
    ['tickets without', uncountedPerSecond, share(uncountedPerSecond)],
  ]);
  console.log(`  ${tickets} tickets settled with their draw in ${settleSeconds.toFixed(1)} s (target 10)`);
}

async function records(): Promise<void> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  const times = await benchRecords(databaseUrl);
  console.log(
    `\nA member with 100,000 movements, ${databaseUrl ? 'PostgreSQL' : 'embedded database'}, milliseconds of a page (target 200 p99)`,
  );
  for (const { name, median, p99, slowest, first } of times) {
    const [middle, last, worst, cold] = [median, p99, slowest, first].map((time) => time.toFixed(1).padStart(8));
    console.log(`  ${name.padEnd(40)} ${middle} median ${last} p99 ${worst} slowest ${cold} cold`);
  }
}

async function withService(work: (service: Service) => Promise<void>): Promise<void> {
  const service = await startService({ asShipped: true });
  try {
    await work(service);
  } finally {
    await service.stop();
  }
}

/** Each row: name, label and baseline. Prints rates by wall-clock time and by the answering processes' CPU time. */
function compare(title: string, rates: Rates, lines: readonly (readonly [name: string, said: string, baseline: string])[]): void {
  console.log(`\n${title}, answers per second and per second of CPU time, with their ratios`);
  for (const [name, label, baseline] of lines) {
    const columns = (['perSecond', 'perCpuSecond'] as const).map((of) => {
      const rate = rateOf(rates, name)[of];
      return `${rate.toFixed(0).padStart(8)} ${(rate / rateOf(rates, baseline)[of]).toFixed(2).padStart(6)}`;
    });
    console.log(`  ${label.padEnd(52)} ${columns.join('   ')}`);
  }
}

function rateOf(rates: Rates, name: string): Rate {
  return rates.get(name) ?? { perSecond: Number.NaN, perCpuSecond: Number.NaN };
}

function table(title: string, rows: readonly (readonly [string, number | undefined, number | undefined])[]): void {
  console.log(`\n${title}`);
  for (const [name, rate, share] of rows) {
    console.log(`  ${name.padEnd(52)} ${(rate ?? 0).toFixed(0).padStart(8)}${share === undefined ? '' : `   ${share.toFixed(2)}`}`);
  }
}
