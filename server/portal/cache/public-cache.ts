import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import * as v from 'valibot';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import { type Lookups, newLookups } from '../edge/request-times.ts';
import type { UpstreamAnswer } from '../upstream/client.ts';
import { BoundedMap } from './bounded-map.ts';
import { createSegmentedLru, type SegmentedLruLimits } from './segmented-lru.ts';
import { createSingleFlight } from './single-flight.ts';

/** One public answer, ready to send. */
export interface PublicEntry {
  readonly body: Buffer;
  readonly envelope: Envelope<unknown>;
  readonly etag: string;
  /** Compressed copies, made after the first answer; undefined until they are ready. */
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly fetchedAt: number;
  /** Approximate memory use: body, parsed value and compressed copies. */
  readonly bytes: number;
}

export interface PublicCache {
  /** Cache key of a call; undefined if the call does not take this query. */
  keyOf(call: AnyCall, search: string, language: string): string | undefined;
  /** Returns an answer that may be sent now; refreshes it in the background once it has aged. */
  peek(call: AnyCall, key: string, load: () => Promise<UpstreamAnswer>): PublicEntry | undefined;
  /** Like `peek`, but waits for the upstream on a miss. A refusal is returned and never cached. */
  get(call: AnyCall, key: string, load: () => Promise<UpstreamAnswer>): Promise<PublicEntry>;
  clear(): void;
  /** Marks all current answers as outdated: they are sent only if the upstream does not answer. */
  invalidate(): void;
  readonly lookups: Lookups;
  readonly size: number;
  readonly bytes: number;
}

const MEGABYTE = 1024 * 1024;
const LIMITS: SegmentedLruLimits = { newItems: 50, items: 400, bytesOfCall: 16 * MEGABYTE, bytes: 64 * MEGABYTE };
const BYTES_PER_BODY_BYTE = 4;
const MAX_KEYS = 10_000;
/** Longer queries are parsed each time. */
const MAX_CACHED_QUERY_LENGTH = 200;
/** An answer this many times its `cacheSeconds` old is still sent while one request refreshes it. */
const STALE_FACTOR = 10;
/** While the upstream is down, answers up to this age are sent. */
const STALE_ON_ERROR_MS = HOUR_MS;
/** End of the key of a call without a query. */
const NO_QUERY = '[]';
const SMALLEST_COMPRESSED = 1_024;
const BROTLI_QUALITY = 5;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** An answer that is passed on but not cached: a refusal. */
export class UncachedAnswer extends Error {
  override readonly name = 'UncachedAnswer';
  readonly answer: UpstreamAnswer;

  constructor(answer: UpstreamAnswer) {
    super('answer is not public');
    this.answer = answer;
  }
}

/** Caches answers of calls with `cacheSeconds`, by language, call and normalised query (a process serves one merchant). */
export function createPublicCache(now: () => number = () => performance.now(), limits: SegmentedLruLimits = LIMITS): PublicCache {
  const entries = createSegmentedLru<PublicEntry>(limits);
  const keys = new BoundedMap<string, string | undefined>(MAX_KEYS);
  const flights = createSingleFlight<PublicEntry>(now);
  const lookups = newLookups();
  let invalidatedAt = Number.NEGATIVE_INFINITY;

  function refresh(call: AnyCall, key: string, load: () => Promise<UpstreamAnswer>): Promise<PublicEntry> {
    return flights.join(key, async () => {
      const requestedAt = now();
      const answer = await load();
      // Requested before a change, answered after it: sent to the waiting callers, but stored as outdated.
      const entry = toEntry(answer, requestedAt <= invalidatedAt ? requestedAt : now());
      entries.set(call.id, key, entry, key.endsWith(NO_QUERY));
      void compress(entry);
      return entry;
    });
  }
  function peek(call: AnyCall, key: string, load: () => Promise<UpstreamAnswer>): PublicEntry | undefined {
    const entry = entries.get(call.id, key);
    if (!entry) return undefined;
    if (entry.fetchedAt <= invalidatedAt) return undefined;
    const age = now() - entry.fetchedAt;
    const freshFor = call.cacheSeconds * 1000;
    if (age < freshFor) {
      lookups.hit++;
      return entry;
    }
    if (age >= freshFor * STALE_FACTOR) return undefined;
    lookups.stale++;
    // A failed background refresh is repeated by the next request.
    refresh(call, key, load).catch(() => undefined);
    return entry;
  }
  return {
    peek,
    lookups,
    get size() {
      return entries.size;
    },
    get bytes() {
      return entries.bytes;
    },
    keyOf(call, search, language) {
      const rawKey = `${language} ${call.id} ${search}`;
      if (rawKey.length > MAX_CACHED_QUERY_LENGTH) return normalisedKey(call, search, language);
      if (!keys.has(rawKey)) keys.set(rawKey, normalisedKey(call, search, language));
      return keys.get(rawKey);
    },
    async get(call, key, load) {
      const ready = peek(call, key, load);
      if (ready) return ready;
      lookups.miss++;
      try {
        return await refresh(call, key, load);
      } catch (fault) {
        const old = entries.get(call.id, key);
        if (fault instanceof UncachedAnswer || !old || now() - old.fetchedAt > STALE_ON_ERROR_MS) throw fault;
        return old;
      }
    },
    clear() {
      entries.clear();
    },
    invalidate() {
      invalidatedAt = now();
      flights.clear();
    },
  };
}

/** Two spellings of one query share an answer; repeated or unknown parameters have no key. */
function normalisedKey(call: AnyCall, search: string, language: string): string | undefined {
  const parameters = new URLSearchParams(search);
  const query: Record<string, string> = {};
  for (const [name, value] of parameters) {
    if (name in query || name === '__proto__') return undefined;
    query[name] = value;
  }
  const known = sortedQuery(call, query);
  if (!known) return undefined;
  const normalised = JSON.stringify(known);
  return `${language} ${call.id} ${normalised === defaultQuery(call) ? NO_QUERY : normalised}`;
}

function sortedQuery(call: AnyCall, query: Record<string, string>): readonly [string, unknown][] | undefined {
  const parsed = v.safeParse(call.query, query);
  if (!parsed.success) return undefined;
  return Object.entries(parsed.output as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The query that a call gets by default. */
function defaultQuery(call: AnyCall): string {
  return JSON.stringify(sortedQuery(call, {}) ?? null);
}

function toEntry(answer: UpstreamAnswer, fetchedAt: number): PublicEntry {
  const { envelope } = answer;
  if (!envelope.success) throw new UncachedAnswer(answer);
  const etag = `"${createHash('sha1').update(answer.body).digest('base64url')}"`;
  const bytes = answer.body.length * BYTES_PER_BODY_BYTE;
  return { body: answer.body, envelope, etag, brotli: undefined, gzip: undefined, fetchedAt, bytes };
}

async function compress(entry: PublicEntry): Promise<void> {
  if (entry.body.length < SMALLEST_COMPRESSED) return;
  entry.brotli = await compressBrotli(entry.body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  entry.gzip = await compressGzip(entry.body);
}
