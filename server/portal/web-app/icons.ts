import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** `maskable` fills the whole square and keeps the mark inside the circle that every launcher leaves. */
export type IconPurpose = 'any' | 'maskable';
export const ICON_SIZES = [192, 512] as const;

/** Colour around the mark, the deep end of its own ground. */
const GROUND = '#0d2b46';
const MASKABLE_SHARE = 0.62;
/** The mark is drawn on a grid of this many units; sharp reads vectors at 72 dots per inch. */
const GRID = 32;
const BASE_DENSITY = 72;

export interface Icons {
  /** PNG by its file name (`icon-192.png`, `maskable-512.png`, `touch-180.png`), undefined for any other. */
  get(name: string): Promise<Buffer> | undefined;
}

/** Icons of the installed site, drawn from the brand mark when first asked for. */
export function createIcons(clientDir: string): Icons {
  const made = new Map<string, Promise<Buffer>>();
  return {
    get(name) {
      const known = made.get(name);
      const wanted = known ? undefined : iconOf(name);
      if (!wanted) return known;
      const drawn = draw(join(clientDir, 'brand', 'mark.svg'), wanted);
      made.set(name, drawn);
      // What has failed once may work when it is asked for again.
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

async function draw(markFile: string, { size, purpose }: { size: number; purpose: IconPurpose }): Promise<Buffer> {
  const svg = await readFile(markFile);
  const side = purpose === 'any' ? size : Math.round(size * MASKABLE_SHARE);
  const mark = await sharp(svg, { density: (BASE_DENSITY * side) / GRID })
    .resize(side, side)
    .png()
    .toBuffer();
  if (purpose === 'any') return mark;
  return sharp({ create: { width: size, height: size, channels: 3, background: GROUND } })
    .composite([{ input: mark }])
    .png()
    .toBuffer();
}
