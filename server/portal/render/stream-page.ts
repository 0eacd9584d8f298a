import { Transform, type TransformCallback } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import type { Language } from '../../../shared/i18n/languages.ts';
import { type PersonalView, SLOT_TAG } from '../../../views/components/island.tsx';
import { accepts } from '../edge/accepts.ts';
import { islandId } from './cached-page.ts';
import type { IslandRenderer } from './island-html.ts';
import { collectIslands } from './render-tree.ts';
import { PAGE_VARY, PERSONAL_CACHE } from './send-page.ts';

export interface StreamedPage {
  readonly element: ReactElement;
  readonly status: number;
  readonly language: Language;
  readonly imageHost: string;
  readonly visitor: PersonalView;
}

/** Streams a page for one visitor directly from React and inserts each island at its slot. */
export function streamPage(
  request: Request,
  response: Response,
  { element, status, language, imageHost, visitor }: StreamedPage,
  { islands, mark, log }: { islands: IslandRenderer; mark: string; log: Logger },
): Promise<void> {
  const page = collectIslands(element, mark);
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(page.element, {
      onShellReady() {
        const encoder = startAnswer(request, response, status, language);
        if (request.method === 'HEAD') {
          stream.abort();
          response.end();
          resolve();
          return;
        }
        const slots = new SlotStream(mark, (index) => {
          const island = page.islands[index];
          return island ? islands.html(island, islandId(index), language, visitor, imageHost) : Promise.resolve('');
        });
        slots.on('error', reject);
        const out = encoder ?? response;
        if (encoder) encoder.pipe(response);
        slots.pipe(out);
        stream.pipe(slots);
      },
      onShellError: reject,
      onError: (error) => log.error({ err: error }, 'page failed to render'),
    });
    response.once('close', () => {
      // Stops the rendering for a closed connection; has no effect after a complete answer.
      stream.abort();
      resolve();
    });
  });
}

function startAnswer(request: Request, response: Response, status: number, language: Language) {
  const accepted = request.headers['accept-encoding'];
  const encoding = accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : undefined;
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': PERSONAL_CACHE,
    'Content-Language': language.tag,
    Vary: PAGE_VARY,
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  });
  if (request.method === 'HEAD' || !encoding) return undefined;
  return encoding === 'br' ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : createGzip({ level: 6 });
}

/** Replaces `<lagoon-slot id="<mark>N"></lagoon-slot>` by the result of `fill(N)`, however the chunks are split. */
export class SlotStream extends Transform {
  readonly #decoder = new StringDecoder('utf8');
  readonly #slot: RegExp;
  readonly #fill: (index: number) => Promise<string>;
  #rest = '';

  constructor(mark: string, fill: (index: number) => Promise<string>) {
    super();
    this.#slot = new RegExp(`<${SLOT_TAG} id="${mark}(\\d+)"></${SLOT_TAG}>`);
    this.#fill = fill;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.#rest += this.#decoder.write(chunk);
    this.#pass(false).then(() => callback(), callback);
  }

  override _flush(callback: TransformCallback): void {
    this.#rest += this.#decoder.end();
    this.#pass(true).then(() => callback(), callback);
  }

  async #pass(last: boolean): Promise<void> {
    for (let slot = this.#slot.exec(this.#rest); slot; slot = this.#slot.exec(this.#rest)) {
      this.push(this.#rest.slice(0, slot.index));
      this.#rest = this.#rest.slice(slot.index + slot[0].length);
      this.push(await this.#fill(Number(slot[1])));
    }
    const flushLength = last ? this.#rest.length : this.#safeLength();
    this.push(this.#rest.slice(0, flushLength));
    this.#rest = this.#rest.slice(flushLength);
  }

  /** Length up to a slot that has begun but not ended in this chunk. */
  #safeLength(): number {
    const open = this.#rest.lastIndexOf(`<${SLOT_TAG}`);
    if (open >= 0 && !this.#rest.includes(`</${SLOT_TAG}>`, open)) return open;
    const bracket = this.#rest.lastIndexOf('<');
    return bracket >= 0 && `<${SLOT_TAG}`.startsWith(this.#rest.slice(bracket)) ? bracket : this.#rest.length;
  }
}
