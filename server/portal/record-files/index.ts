import { once } from 'node:events';
import express, { type Request, type Response, type Router } from 'express';
import { systemWhitelabel } from '../../../shared/api/system/contract.ts';
import { TRIAL_TYPE } from '../../../shared/constants.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../shared/csv.ts';
import type { Upstream } from '../contracts.ts';
import { routeName } from '../edge/route-name.ts';
import { callValue } from '../pages/call-value.ts';
import type { PagesDeps } from '../pages/mount.ts';
import { platformTime } from '../pages/platform-time.ts';
import { periodOf } from '../pages/records/record-period.ts';
import type { Translator } from '../pages/site.ts';
import type { FileInput, RecordFile } from './contracts.ts';
import { daysOf, RECORD_FILES } from './files.ts';

export interface RecordFileDeps {
  readonly upstream: Upstream;
  readonly translator: Translator;
  readonly count: PagesDeps['countBuild'];
}

/** Longer files end after this many lines with a note. */
const MAX_LINES = 100_000;

/**
 * `GET /member/<record>/record.csv`: all entries that the filter of a record finds, as a plain link. Read and written a thousand lines at a
 * time. A visitor without access is redirected to the page, which shows the reason.
 */
export function recordFiles({ upstream, translator, count }: RecordFileDeps): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const [path, file] of RECORD_FILES)
    router.get(path, routeName(file.name), count, (request, response, next) => {
      answer(file, { upstream, translator }, request, response).catch((fault: unknown) => {
        if (!response.headersSent) return next(fault);
        // A truncated file must not look complete.
        response.locals.log.error({ err: fault }, 'record file aborted');
        response.destroy();
      });
    });
  return router;
}

async function answer(
  file: RecordFile,
  { upstream, translator }: Pick<RecordFileDeps, 'upstream' | 'translator'>,
  request: Request,
  response: Response,
): Promise<void> {
  const { visitor } = response.locals;
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  const toPage = () => response.set('Cache-Control', 'no-store').redirect(303, file.page + search);
  if (!visitor.session || visitor.session.type === TRIAL_TYPE) return toPage();
  const whitelabel = await callValue(upstream, systemWhitelabel, {}, visitor);
  const { timeZone } = whitelabel;
  const query = new URLSearchParams(search);
  const t = translator(visitor.language);
  const input: FileInput = { upstream, visitor, query, timeZone, t, days: daysOf(query, timeZone, platformTime(whitelabel), file) };
  if (periodOf(t, input.days, file.maxDays).problem) return toPage();
  const first = await file.load(input, undefined);
  if (!first.success) return toPage();
  response.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${file.name}_${input.days.from}_${input.days.to}.csv"`,
    'Cache-Control': 'no-store',
  });
  if (request.method === 'HEAD') return void response.end();
  response.write(BYTE_ORDER_MARK + csvLine(file.headings(input)));
  await writeAll(file, input, first.value, response);
  response.end();
}

async function writeAll(file: RecordFile, input: FileInput, first: Batches, response: Response): Promise<void> {
  let written = 0;
  for (let batch = first; ; ) {
    written += batch.lines.length;
    await write(response, batch.lines.map(csvLine).join(''));
    if (batch.next === null || response.destroyed) return;
    if (written >= MAX_LINES) return write(response, csvLine([input.t('records.csv_more')]));
    const following = await file.load(input, batch.next);
    if (!following.success) throw new Error(`loading the rest of a file was refused: ${following.code}`);
    batch = following.value;
  }
}

type Batches = Extract<Awaited<ReturnType<RecordFile['load']>>, { success: true }>['value'];

/** Waits for a slow reader, but not for a closed connection. */
async function write(response: Response, text: string): Promise<void> {
  if (response.write(text) || response.destroyed) return;
  const disconnected = new AbortController();
  const onClose = () => disconnected.abort();
  response.once('close', onClose);
  await once(response, 'drain', { signal: disconnected.signal }).catch(() => undefined);
  response.off('close', onClose);
}
