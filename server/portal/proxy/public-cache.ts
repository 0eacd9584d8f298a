import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import * as v from 'valibot';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { UpstreamAnswer } from './upstream-client.ts';

/** One public answer, ready to send. */
export interface PublicEntry {
  readonly body: Buffer;
  readonly envelope: Envelope<unknown>;
  readonly etag: string;
  /** Compressed copies, made after the first answer; undefined while the plain one has to do. */
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

export interface PublicCache {
  /** Key of a call's answer, undefined when the query is not one that the call takes. */
  keyOf(call: AnyCall, search: string, language: string): string | undefined;
  /** An answer that may be sent now; refreshes it in the background once it has aged. */
  peek(call: AnyCall, key: string, load: () => Promise<UpstreamAnswer>): PublicEntry | undefined;
  /** The same, waiting for the upstream when there is nothing to send. A refusal is handed on, never kept. */
  get(call: AnyCall, key: string, load: () => Promise<UpstreamAnswer>): Promise<PublicEntry>;
  clear(): void;
}

const MAX_ENTRIES = 2_000;
const MAX_KEYS = 10_000;
/** An answer this many times its `cacheSeconds` old is still sent while one request refreshes it. */
const STALE_FACTOR = 10;
/** While the upstream is down an answer this old is better than none. */
const STALE_ON_ERROR_MS = 60 * 60_000;
const SMALLEST_COMPRESSED = 1_024;
const BROTLI_QUALITY = 5;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** An answer that is passed on but not kept: a refusal, or something that is no envelope. */
export class UncachedAnswer extends Error {
  override readonly name = 'UncachedAnswer';
  readonly answer: UpstreamAnswer;

  constructor(answer: UpstreamAnswer) {
    super('answer is not public');
    this.answer = answer;
  }
}

/** Answers to calls with `cacheSeconds`, by merchant (one per process), language, call and normalised query. */
export function createPublicCache(now: () => number = Date.now): PublicCache {
  const entries = new BoundedMap<string, PublicEntry>(MAX_ENTRIES);
  const keys = new BoundedMap<string, string | undefined>(MAX_KEYS);
  const flights = new Map<string, Promise<PublicEntry>>();

  function refresh(key: string, load: () => Promise<UpstreamAnswer>): Promise<PublicEntry> {
    const running = flights.get(key);
    if (running) return running;
    const flight = load()
      .then((answer) => {
        const entry = toEntry(answer, now());
        entries.set(key, entry);
        void compress(entry);
        return entry;
      })
      .finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }
  function peek(call: AnyCall, key: string, load: () => Promise<UpstreamAnswer>): PublicEntry | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    const age = now() - entry.fetchedAt;
    const freshFor = call.cacheSeconds * 1000;
    if (age < freshFor) return entry;
    if (age >= freshFor * STALE_FACTOR) return undefined;
    // Nobody waits for this one; when it fails, the next request tries again.
    refresh(key, load).catch(() => undefined);
    return entry;
  }
  return {
    peek,
    keyOf(call, search, language) {
      const asked = `${language} ${call.id} ${search}`;
      if (!keys.has(asked)) keys.set(asked, normalisedKey(call, search, language));
      return keys.get(asked);
    },
    async get(call, key, load) {
      const ready = peek(call, key, load);
      if (ready) return ready;
      try {
        return await refresh(key, load);
      } catch (fault) {
        const old = entries.get(key);
        if (fault instanceof UncachedAnswer || !old || now() - old.fetchedAt > STALE_ON_ERROR_MS) throw fault;
        return old;
      }
    },
    clear() {
      entries.clear();
    },
  };
}

/** Two spellings of one query share an answer; repeated and unknown parameters have none. */
function normalisedKey(call: AnyCall, search: string, language: string): string | undefined {
  const parameters = new URLSearchParams(search);
  const query: Record<string, string> = {};
  for (const [name, value] of parameters) {
    if (name in query || name === '__proto__') return undefined;
    query[name] = value;
  }
  const parsed = v.safeParse(call.query, query);
  if (!parsed.success) return undefined;
  const known = Object.entries(parsed.output as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${language} ${call.id} ${JSON.stringify(known)}`;
}

function toEntry(answer: UpstreamAnswer, fetchedAt: number): PublicEntry {
  const envelope = parseEnvelope(answer);
  if (!envelope?.success) throw new UncachedAnswer(answer);
  const etag = `"${createHash('sha1').update(answer.body).digest('base64url')}"`;
  return { body: answer.body, envelope, etag, brotli: undefined, gzip: undefined, fetchedAt };
}

export function parseEnvelope(answer: UpstreamAnswer): Envelope<unknown> | undefined {
  try {
    const value: unknown = JSON.parse(answer.body.toString('utf8'));
    return typeof value === 'object' && value !== null && 'success' in value ? (value as Envelope<unknown>) : undefined;
  } catch {
    return undefined;
  }
}

async function compress(entry: PublicEntry): Promise<void> {
  if (entry.body.length < SMALLEST_COMPRESSED) return;
  entry.brotli = await compressBrotli(entry.body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  entry.gzip = await compressGzip(entry.body);
}
