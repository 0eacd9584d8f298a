import { h } from '../lib/dom.ts';
import type { SymbolSheet } from './symbols.ts';

/** Share of a cell that a symbol fills, as in the style sheet. */
const FILL = 0.88;

export interface Film {
  /** The symbols one below the other as one picture of cells; undefined until every symbol is drawn. */
  strip(names: readonly string[], reel: Element, rows: number): HTMLCanvasElement | undefined;
}

/**
 * Symbols as pixels. A moving reel of drawings is expensive to paint on a phone; a reel of copied pixels is not. At rest
 * the reels show the drawings themselves.
 */
export function createFilm(sheet: SymbolSheet, names: readonly string[]): Film {
  const pixels = new Map<string, HTMLCanvasElement>();
  const size = Math.round(160 * Math.min(2, devicePixelRatio));
  void sheet.ready.then(async () => {
    for (const name of names) await draw(name);
  });

  async function draw(name: string): Promise<void> {
    const url = URL.createObjectURL(new Blob([sheet.picture(name, size)], { type: 'image/svg+xml' }));
    const image = new Image(size, size);
    image.src = url;
    try {
      await image.decode();
      const canvas = h('canvas', { width: size, height: size });
      canvas.getContext('2d')?.drawImage(image, 0, 0, size, size);
      pixels.set(name, canvas);
    } catch {
      pixels.delete(name);
    }
    URL.revokeObjectURL(url);
  }
  return {
    strip(symbols, reel, rows) {
      const { clientWidth: width, clientHeight } = reel;
      const height = clientHeight / rows;
      if (pixels.size < names.length || width === 0) return undefined;
      const scale = Math.min(2, devicePixelRatio);
      const canvas = h('canvas', { class: 'film', width: Math.round(width * scale), height: Math.round(height * symbols.length * scale) });
      const context = canvas.getContext('2d');
      if (!context) return undefined;
      context.scale(scale, scale);
      const side = Math.min(width, height) * FILL;
      for (const [index, name] of symbols.entries()) {
        const symbol = pixels.get(name);
        if (symbol) context.drawImage(symbol, (width - side) / 2, height * index + (height - side) / 2, side, side);
      }
      canvas.style.blockSize = `calc(var(--cell-height) * ${symbols.length})`;
      return canvas;
    },
  };
}
