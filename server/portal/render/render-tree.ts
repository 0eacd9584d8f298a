import { Writable } from 'node:stream';
import { createElement, type ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { PlaceContext, type PlacedIsland, SLOT_TAG } from '../../../views/components/island.tsx';

/** HTML with a gap for each island: `chunks` has one element more than `islands`. */
export interface Skeleton {
  readonly chunks: readonly string[];
  readonly islands: readonly PlacedIsland[];
}

/** Renders a tree without promises to one string. */
export function renderTree(element: ReactElement, identifierPrefix = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, callback) {
        chunks.push(chunk);
        callback();
      },
      final(callback) {
        resolve(Buffer.concat(chunks).toString('utf8'));
        callback();
      },
    });
    const stream = renderToPipeableStream(element, {
      identifierPrefix,
      // React would move larger boundaries out of place with inline scripts.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });
}

/** Collects the islands of a page during rendering. The random `mark` prevents content from imitating a slot. */
export function collectIslands(element: ReactElement, mark: string): { readonly element: ReactElement; readonly islands: PlacedIsland[] } {
  const islands: PlacedIsland[] = [];
  const place = (island: PlacedIsland) => `${mark}${islands.push(island) - 1}`;
  return { element: createElement(PlaceContext, { value: place }, element), islands };
}

export async function renderSkeleton(page: ReactElement, mark: string): Promise<Skeleton> {
  const { element, islands } = collectIslands(page, mark);
  const html = await renderTree(element);
  const chunks = html.split(slotPattern(mark));
  if (chunks.length !== islands.length + 1) throw new Error('slots and islands of a page do not match');
  return { chunks, islands };
}

/** Matches one slot; without groups, so that `split` drops it. */
function slotPattern(mark: string): RegExp {
  return new RegExp(`<${SLOT_TAG} id="${mark}\\d+"></${SLOT_TAG}>`);
}
