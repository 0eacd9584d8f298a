import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '../../../shared/i18n/languages.ts';
import type { PersonalView, PlacedIsland } from '../../../views/components/island.tsx';
import { makePart, type Part } from './gzip-parts.ts';
import type { IslandRenderer } from './island-html.ts';
import type { Skeleton } from './render-tree.ts';

/** A personal island of a cached page, rendered for each visitor. */
export interface PersonalGap {
  readonly island: PlacedIsland;
  readonly id: string;
}

/** A cached page; it contains nothing that belongs to one visitor. */
export interface CachedPage {
  readonly status: number;
  readonly language: Language;
  readonly imageHost: string;
  /** Parts and personal gaps in document order. */
  readonly segments: readonly (Part | PersonalGap)[];
  /** The whole answer for a visitor who is not signed in. */
  readonly anonymous: WholePage;
}

export interface WholePage {
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
  readonly etag: string;
  /** Compressed at the highest quality. */
  readonly settled: boolean;
}

const ANONYMOUS: PersonalView = { member: null, balance: null };
/** `first`: a visitor is waiting. `settled`: the page did not change; a tenth smaller for six times the work. */
const BROTLI_QUALITY = { first: 9, settled: 11 };
const gzipLater = promisify(gzip);
const brotliLater = promisify(brotliCompress);

/** `before`: the page as cached last. If it did not change, it is compressed a second time, at the highest quality. */
export async function createCachedPage(
  skeleton: Skeleton,
  { status, language, imageHost }: Pick<CachedPage, 'status' | 'language' | 'imageHost'>,
  islands: IslandRenderer,
  before?: CachedPage,
): Promise<CachedPage> {
  const rendered = await Promise.all(
    skeleton.islands.map((island, index) => islands.html(island, islandId(index), language, ANONYMOUS, imageHost)),
  );
  const html = skeleton.chunks.map((chunk, index) => chunk + (rendered[index] ?? '')).join('');
  return { status, language, imageHost, segments: await split(skeleton, rendered), anonymous: await compress(html, before?.anonymous) };
}

export function islandId(index: number): string {
  return `i${index}`;
}

export function isGap(segment: Part | PersonalGap): segment is PersonalGap {
  return 'island' in segment;
}

async function split(skeleton: Skeleton, rendered: readonly string[]): Promise<(Part | PersonalGap)[]> {
  const segments: (Part | PersonalGap)[] = [];
  let text = '';
  for (const [index, chunk] of skeleton.chunks.entries()) {
    text += chunk;
    const island = skeleton.islands[index];
    if (!island) continue;
    if (typeof island.props !== 'function') {
      text += rendered[index] ?? '';
      continue;
    }
    segments.push(await makePart(text), { island, id: islandId(index) });
    text = '';
  }
  segments.push(await makePart(text));
  return segments;
}

async function compress(html: string, before: WholePage | undefined): Promise<WholePage> {
  const identity = Buffer.from(html, 'utf8');
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  if (before?.etag === etag) return before.settled ? before : { ...before, brotli: await pack(identity, 'settled'), settled: true };
  const [zipped, brotli] = await Promise.all([gzipLater(identity, { level: 9 }), pack(identity, 'first')]);
  return { identity, gzip: zipped, brotli, etag, settled: false };
}

function pack(identity: Buffer, quality: keyof typeof BROTLI_QUALITY): Promise<Buffer> {
  return brotliLater(identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[quality], [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  });
}
