import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedDir, migrate, openDatabase } from '../../server/platform/base/db/open.ts';
import { MIGRATIONS } from '../../server/platform/migrations.ts';
import { saveGame, saveVendor } from '../../server/platform/play/games/index.ts';
import { normaliseText } from '../../server/platform/play/games/normalise-text.ts';
import { manyGames, randomFrom } from '../../server/platform/play/games/test-many-games.ts';
import type { ValueOf } from '../../shared/api/client-call.ts';
import type { Envelope } from '../../shared/api/envelope.ts';
import { gameList } from '../../shared/api/games/calls.ts';
import { systemStatus } from '../../shared/api/system/calls.ts';
import { DROPDOWN_FIRST_PAGE } from '../../shared/constants.ts';
import { startService } from '../kit/service.ts';
import { type Child, serve } from './children.ts';
import { measure, type Rates } from './load.ts';

export interface Latency {
  readonly median: number;
  readonly p99: number;
}

export interface LobbyResult {
  readonly rates: Rates;
  /** Milliseconds of calls that no cache of the portal can answer, two in flight; `plain` is a nearly empty call for comparison. */
  readonly plain: Latency;
  readonly search: Latency;
  readonly dropdown: Latency;
}

type Games = ValueOf<typeof gameList>;

const QUERIES = 2_000;
const IN_FLIGHT = 2;
const CATALOGUE = manyGames({ provider: 'studio' });

/** Game lists, search and a vendor's drop-down with 10,000 games on the embedded database. */
export async function benchLobby(): Promise<LobbyResult> {
  const folder = mkdtempSync(join(tmpdir(), 'lagoon-bench-'));
  await fill(embeddedDir(join(folder, 'data')));
  const service = await startService({ dataDir: join(folder, 'data'), env: { TRUST_PROXY: 'loopback' }, asShipped: true });
  const page = `${service.url}/rng`;
  const dropdown = addressOf(service.url, { vassalage: 'MANY00', pageSize: `${DROPDOWN_FIRST_PAGE}`, offset: '0' });
  const pageBuffer = await bufferOf(page, join(folder, 'page'));
  const callBuffer = await bufferOf(dropdown, join(folder, 'call'));
  try {
    const ready = ({ url, pid }: Child) => ({ url: `${url}/index`, pid });
    const pid = service.process.pid ?? 0;
    const manyClients = true;
    const rates = await measure([
      { name: 'page buffer', ...ready(pageBuffer), manyClients },
      { name: 'page', url: page, pid, manyClients },
      { name: 'call buffer', ...ready(callBuffer), manyClients },
      { name: 'dropdown', url: dropdown, pid, manyClients },
    ]);
    return {
      rates,
      plain: await latency(() => requestStatus(service.url)),
      search: await latency((n) => search(service.url, n)),
      dropdown: await latency((n) => openDropdown(service.url, n)),
    };
  } finally {
    await pageBuffer.stop();
    await callBuffer.stop();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(dir: string): Promise<void> {
  const { db, close } = await openDatabase({ dir });
  await migrate(db, MIGRATIONS);
  await db.transaction().execute(async (tx) => {
    for (const vendor of CATALOGUE.vendors) await saveVendor(tx, vendor);
    for (const game of CATALOGUE.games) await saveGame(tx, game);
  });
  await close();
}

async function bufferOf(url: string, file: string) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  writeFileSync(file, await answer.text());
  return serve('buffer', file);
}

const random = randomFrom(1);
/** Simulates what a player types: some words of a name in any order, shortened, in capitals. */
async function search(site: string, n: number): Promise<void> {
  const { name } = CATALOGUE.games[(n * 37) % CATALOGUE.games.length] ?? { name: '' };
  const words = name.split(' ').map((word) => word.slice(0, 2 + Math.floor(random() * 5)));
  const gameName = (random() < 0.5 ? words : words.toReversed()).join(' ');
  const { games, total } = await requestGames(site, { gameName: random() < 0.3 ? gameName.toUpperCase() : gameName, channel: `c${n}` });
  const fits = games.every((game) =>
    words.every((word) => normaliseText(`${game.gameName} ${game.accountTypeName}`).includes(normaliseText(word))),
  );
  if (total === 0 || games.length === 0 || !fits) throw new Error(`the search for ${gameName} returned unexpected games`);
}

async function openDropdown(site: string, n: number): Promise<void> {
  const vassalage = CATALOGUE.vendors[n % CATALOGUE.vendors.length]?.code ?? '';
  const { games } = await requestGames(site, { vassalage, pageSize: `${DROPDOWN_FIRST_PAGE}`, offset: '0', channel: `c${n}` });
  if (games.length !== DROPDOWN_FIRST_PAGE) throw new Error(`${vassalage} has ${games.length} games in its drop-down`);
}

async function requestStatus(site: string): Promise<void> {
  const answer = await send(`${site}${systemStatus.path}`);
  if (!answer.ok) throw new Error(`the status answered ${answer.status}`);
  await answer.arrayBuffer();
}

let requestCount = 0;
/** Limits apply per address. */
function send(url: string): Promise<Response> {
  return fetch(url, { headers: { 'x-forwarded-for': `198.51.100.${requestCount++ % 200}` } });
}

async function requestGames(site: string, query: Record<string, string>): Promise<Games> {
  const answer = await send(addressOf(site, query));
  const envelope = (await answer.json()) as Envelope<Games>;
  if (!envelope.success) throw new Error(`the list of games answered ${answer.status} ${envelope.code}`);
  return envelope.value;
}

async function latency(call: (n: number) => Promise<void>): Promise<Latency> {
  for (let n = 0; n < 50; n += 1) await call(QUERIES + n);
  const times: number[] = [];
  let next = 0;
  const work = async () => {
    for (let n = next++; n < QUERIES; n = next++) {
      const start = performance.now();
      await call(n);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99) };
}

function addressOf(site: string, query: Record<string, string>): string {
  return `${site}${gameList.path}?${new URLSearchParams(query)}`;
}
