/**
 * The draw of a raffle, for the platform and for browsers that check it. The seed is committed to by its hash before tickets are given, the list of
 * tickets by its hash before the seed is revealed. Needs a secure context in browsers.
 */

/** The tickets of one member, both ends included. */
export interface TicketRange {
  /** Public name of the member in this raffle. */
  readonly code: string;
  readonly first: number;
  readonly last: number;
}
/** Tickets that were taken back after the list was closed. */
export type TakenBack = Pick<TicketRange, 'first' | 'last'>;

export interface RaffleDraw {
  /** 32 bytes in hex. */
  readonly seed: string;
  /** SHA-256 of the text of the list, in hex. */
  readonly listHash: string;
  /** Number of tickets in the list. */
  readonly tickets: number;
  readonly takenBack: readonly TakenBack[];
  /** Number of prizes. */
  readonly prizes: number;
}

const SEED = /^[0-9a-f]{64}$/;
const LINE = /^([0-9a-z]{1,32}) (\d{1,10}) (\d{1,10})$/;
const BACK = /^(\d{1,10}) (\d{1,10})$/;
const WORDS = 0x1_0000_0000;

/** What of the Web Cryptography API is used; browsers and Node.js have it. */
interface Subtle {
  digest(algorithm: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer>;
  importKey(
    format: 'raw',
    key: Uint8Array,
    algorithm: { name: 'HMAC'; hash: 'SHA-256' },
    extractable: false,
    usages: ['sign'],
  ): Promise<object>;
  sign(algorithm: 'HMAC', key: object, data: Uint8Array): Promise<ArrayBuffer>;
}
const subtle = () => (globalThis as unknown as { readonly crypto: { readonly subtle: Subtle } }).crypto.subtle;

/** The text that is hashed: the id, then a line for each member, in the order of the numbers. */
export function ticketListText(raffleId: string, ranges: readonly TicketRange[]): string {
  return [`raffle ${raffleId}`, ...ranges.map(({ code, first, last }) => `${code} ${first} ${last}`), ''].join('\n');
}

/** The ranges of such a text; undefined if it is malformed or has a gap. */
export function readTicketList(text: string): readonly TicketRange[] | undefined {
  const lines = text.split('\n').slice(1, -1);
  const ranges: TicketRange[] = [];
  let next = 1;
  for (const line of lines) {
    const [, code = '', first, last] = LINE.exec(line) ?? [];
    const range = { code, first: Number(first), last: Number(last) };
    if (range.first !== next || !(range.last >= range.first)) return undefined;
    next = range.last + 1;
    ranges.push(range);
  }
  return ranges;
}

export function takenBackText(ranges: readonly TakenBack[]): string {
  return ranges.map(({ first, last }) => `${first} ${last}\n`).join('');
}

/** Undefined: malformed, or not in ascending order. */
export function readTakenBack(text: string): readonly TakenBack[] | undefined {
  const ranges: TakenBack[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const [, first, last] = BACK.exec(line) ?? [];
    const range = { first: Number(first), last: Number(last) };
    if (!(range.last >= range.first) || range.first <= (ranges.at(-1)?.last ?? 0)) return undefined;
    ranges.push(range);
  }
  return ranges;
}

export async function textHash(text: string): Promise<string> {
  return toHex(await subtle().digest('SHA-256', ascii(text)));
}

/** What is published before tickets are given: SHA-256 of the bytes of the seed, in hex. */
export async function raffleSeedHash(seed: string): Promise<string> {
  return toHex(await subtle().digest('SHA-256', bytesOf(seed)));
}

/**
 * The winning tickets in the order of the prizes, each at most once; fewer than prizes if there are fewer tickets. Words come from blocks n = 0, 1, ...
 * of HMAC-SHA256(key = bytes of the seed, message = "<list hash>:0:<n>"), 32 bits each, the high byte first. A number below the number of tickets left
 * is the next word modulo it; words from its last incomplete multiple on are skipped, so that no ticket is favoured. The number k stands for the
 * ticket k + 1 of those left, in ascending order.
 */
export async function drawRaffle({ seed, listHash, tickets, takenBack, prizes }: RaffleDraw): Promise<readonly number[]> {
  const below = await numbersOf(seed, listHash);
  const out = takenBack.map(({ first, last }) => ({ first, last }));
  let left = tickets - out.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const winners: number[] = [];
  for (; winners.length < prizes && left > 0; left -= 1) {
    const ticket = pickLeft(out, await below(left));
    winners.push(ticket);
    const at = out.findIndex(({ first }) => first > ticket);
    out.splice(at < 0 ? out.length : at, 0, { first: ticket, last: ticket });
  }
  return winners;
}

/** The ticket `index` (from 0) of those that are in no range; the ranges are in ascending order. */
function pickLeft(out: readonly TakenBack[], index: number): number {
  let ticket = index + 1;
  for (const { first, last } of out) {
    if (first > ticket) break;
    ticket += last - first + 1;
  }
  return ticket;
}

async function numbersOf(seed: string, listHash: string): Promise<(bound: number) => Promise<number>> {
  const key = await subtle().importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  let [block, offset, words] = [0, 0, new DataView(new ArrayBuffer(0))];
  const word = async () => {
    if (offset === words.byteLength) {
      words = new DataView(await subtle().sign('HMAC', key, ascii(`${listHash}:0:${block}`)));
      [block, offset] = [block + 1, 0];
    }
    offset += 4;
    return words.getUint32(offset - 4);
  };
  return async (bound) => {
    const limit = WORDS - (WORDS % bound);
    for (;;) {
      const next = await word();
      if (next < limit) return next % bound;
    }
  };
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function bytesOf(seed: string): Uint8Array {
  if (!SEED.test(seed)) throw new RangeError('seed');
  return Uint8Array.from({ length: seed.length / 2 }, (_, index) => Number.parseInt(seed.slice(index * 2, index * 2 + 2), 16));
}

function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
