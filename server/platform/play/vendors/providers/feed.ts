import type { Logger } from 'pino';
import { MAX_GAMES, readVendorGames } from '../../../../../shared/seamless/games.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../../../shared/seamless/wallet.ts';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import type { Clock } from '../../../base/clock.ts';
import { type Database, inTransaction } from '../../../base/db/index.ts';
import { signRequest } from '../../../base/signature.ts';
import { bodyText } from '../body-text.ts';
import type { GameIntake, Providers } from '../contracts.ts';
import type { ProviderDefinition } from './definition.ts';
import { claimFeed, readProviders, saveFeedResult, takenText } from './store.ts';

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 5_000_000;

export interface FeedDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly providers: Pick<Providers, 'get' | 'refresh'>;
  readonly gameIntake: GameIntake;
}

export interface Feeds {
  /** Fetches the lists of games that are due. A list that cannot be read changes nothing. */
  fetchDue(): Promise<void>;
  /** Fetches one list now and returns what is shown to operators. */
  fetchNow(definition: ProviderDefinition): Promise<string>;
}

export function createFeeds({ db, clock, log, providers, gameIntake }: FeedDeps): Feeds {
  async function fetchNow(definition: ProviderDefinition): Promise<string> {
    const { code } = definition;
    let result: string;
    try {
      await providers.refresh?.();
      const items = await download(definition, providers.get(code)?.secret, clock.now());
      const { games, rejected } = readVendorGames(items);
      const refused = await inTransaction(db, (tx) => gameIntake.take(tx, code, games, true));
      result = takenText(games.length, [...rejected, ...refused]);
    } catch (error) {
      log.warn({ err: error, provider: code }, 'feed of games could not be read');
      result = `failed: ${error instanceof Error ? error.message : 'unknown'}`;
    }
    await saveFeedResult(db, code, result, clock.now());
    return result;
  }
  return {
    fetchNow,
    async fetchDue() {
      const now = clock.now();
      const due = (await readProviders(db)).filter(
        ({ feedDueAt, source }) => feedDueAt !== null && feedDueAt <= now && source !== 'removed',
      );
      for (const { definition } of due) {
        const next = new Date(now.getTime() + (definition.feed?.everyMinutes ?? 1) * MINUTE_MS);
        if (await claimFeed(db, { code: definition.code, now, next })) await fetchNow(definition);
      }
    },
  };
}

/** A signed GET, so that the vendor knows who asks. The list is taken whole or not at all. */
async function download({ feed }: ProviderDefinition, secret: string | undefined, now: Date): Promise<readonly unknown[]> {
  if (!feed) throw new Error('the provider has no feed');
  if (secret === undefined) throw new Error('the provider has no key');
  const { pathname, search } = new URL(feed.url);
  const timestamp = String(now.getTime());
  const signature = signRequest(secret, { method: 'GET', path: pathname + search, timestamp, body: '' });
  const answer = await fetch(feed.url, {
    headers: { Accept: 'application/json', [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`the feed answered ${answer.status}`);
  const { games } = JSON.parse(await bodyText(answer, MAX_BYTES)) as { readonly games?: unknown };
  if (!Array.isArray(games) || games.length === 0) throw new Error('the answer has no list "games"');
  if (games.length > MAX_GAMES) throw new Error(`the list has more than ${MAX_GAMES} games`);
  return games;
}
