import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brand } from '../brand/brand.ts';

/** `maskable` fills the whole square and keeps the mark inside the circle that every launcher shows. */
export type IconPurpose = 'any' | 'maskable';
export const ICON_SIZES = [192, 512] as const;

/** Background of the built-in mark. */
const GROUND = '#0d2b46';
const MASKABLE_SHARE = 0.62;
/** Units of the built-in mark's grid; sharp reads vectors at 72 dots per inch. */
const GRID = 32;
const BASE_DENSITY = 72;

export interface Icons {
  /** PNG by its file name (`icon-192.png`, `maskable-512.png`, `touch-180.png`), undefined for any other. */
  get(name: string): Promise<Buffer> | undefined;
}

/** Icons of the installed site, drawn from the brand mark on first request. */
export function createIcons(clientDir: string, brand?: Pick<Brand, 'mark' | 'iconGround'>): Icons {
  const source = async (): Promise<IconSource> =>
    brand
      ? { svg: Buffer.from(brand.mark.svg), grid: brand.mark.width, ground: brand.iconGround }
      : { svg: await readFile(join(clientDir, 'brand', 'mark.svg')), grid: GRID, ground: GROUND };
  const made = new Map<string, Promise<Buffer>>();
  return {
    get(name) {
      const known = made.get(name);
      const wanted = known ? undefined : iconOf(name);
      if (!wanted) return known;
      const drawn = source().then((from) => draw(from, wanted));
      made.set(name, drawn);
      // A failed drawing is repeated by the next request.
      drawn.catch(() => made.delete(name));
      return drawn;
    },
  };
}

function iconOf(name: string): { size: number; purpose: IconPurpose } | undefined {
  if (name === 'touch-180.png') return { size: 180, purpose: 'maskable' };
  const [, kind, side] = /^(icon|maskable)-(\d{3})\.png$/.exec(name) ?? [];
  const size = ICON_SIZES.find((known) => String(known) === side);
  return size && { size, purpose: kind === 'icon' ? 'any' : 'maskable' };
}

interface IconSource {
  readonly svg: Buffer;
  readonly grid: number;
  readonly ground: string;
}

async function draw({ svg, grid, ground }: IconSource, { size, purpose }: { size: number; purpose: IconPurpose }): Promise<Buffer> {
  // Imported late, because it loads twenty megabytes.
  const { default: sharp } = await import('sharp');
  const side = purpose === 'any' ? size : Math.round(size * MASKABLE_SHARE);
  const mark = await sharp(svg, { density: (BASE_DENSITY * side) / grid })
    .resize(side, side)
    .png()
    .toBuffer();
  if (purpose === 'any') return mark;
  return sharp({ create: { width: size, height: size, channels: 3, background: ground } })
    .composite([{ input: mark }])
    .png()
    .toBuffer();
}
