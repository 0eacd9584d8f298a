import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { RefusalCode } from '../../../shared/codes.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../../../shared/constants.ts';
import { MINUTE_MS } from '../../../shared/time.ts';

/** A form with files, as a browser without script posts it. */
export interface MultipartForm {
  /** Texts by name, the first of each. */
  readonly body: Readonly<Record<string, string>>;
  /** The chosen pictures, without empty inputs. */
  readonly pictures: readonly Buffer[];
  /** The form could not be read to its end: `body` has the texts that came before. */
  readonly fault?: MultipartFault;
}

export type MultipartFault = Extract<RefusalCode, 'upload_too_large' | 'upload_too_many' | 'bad_request' | 'server_busy'>;

/** Milliseconds. */
export interface MultipartDeadlines {
  readonly idle: number;
  readonly total: number;
}

export interface MultipartOptions {
  /** Field name of accepted files; undefined: no files, and the whole body has the limit of texts. */
  readonly field: string | undefined;
  /** Counts picture bytes as they arrive; false if the memory limit is reached. */
  readonly reserve: (bytes: number) => boolean;
  readonly deadlines?: MultipartDeadlines;
}

export const MAX_TEXT_BYTES = 64 * 1024;
export const MAX_FORM_BYTES = MAX_TEXT_BYTES + MAX_IMAGES * MAX_IMAGE_BYTES;
const DEADLINES: MultipartDeadlines = { idle: 5_000, total: MINUTE_MS };
const MAX_FIELDS = 60;
const LIMITS = {
  fieldNameSize: 100,
  fieldSize: MAX_TEXT_BYTES,
  fields: MAX_FIELDS,
  // One above the maximum, so that excess files are detected.
  files: MAX_IMAGES + 1,
  parts: MAX_FIELDS + MAX_IMAGES + 1,
  fileSize: MAX_IMAGE_BYTES,
  headerPairs: 20,
  headerSize: 4_096,
};

/** Parses the form while it arrives and stops at the first fault. Rejects if the visitor disconnects. */
export function readForm(request: IncomingMessage, options: MultipartOptions): Promise<MultipartForm> {
  const { field: wanted, reserve, deadlines = DEADLINES } = options;
  return new Promise((resolve, reject) => {
    const body: Record<string, string> = Object.create(null);
    const pictures: Buffer[] = [];
    const parser = new Busboy({ headers: request.headers as BusboyHeaders, limits: LIMITS });
    let size = 0;
    const stop = () => {
      clearTimeout(idle);
      clearTimeout(total);
      request.off('data', onData).off('close', onClose).off('error', onClose).unpipe(parser);
      request.pause();
    };
    const fault = (code: MultipartFault) => {
      stop();
      resolve({ body, pictures: [], fault: code });
    };
    const onData = ({ length }: Buffer) => {
      idle.refresh();
      size += length;
      if (size > (wanted === undefined ? MAX_TEXT_BYTES : MAX_FORM_BYTES)) fault('upload_too_large');
    };
    const onClose = () => {
      if (request.complete) return;
      stop();
      reject(new Error('the visitor disconnected'));
    };
    const idle = setTimeout(() => fault('bad_request'), deadlines.idle);
    const total = setTimeout(() => fault('bad_request'), deadlines.total);

    parser.on('field', (name, value, isNameCut, isCut) => {
      if (isNameCut || isCut) fault('bad_request');
      else body[name] ??= value;
    });
    parser.on('file', (name, stream) => {
      if (name !== wanted) return void stream.resume();
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (!reserve(chunk.length)) fault('server_busy');
      });
      stream.once('limit', () => fault('upload_too_large'));
      stream.once('end', () => {
        if (chunks.length > 0) pictures.push(Buffer.concat(chunks));
      });
      // A part that was cut off.
      stream.once('error', () => fault('bad_request'));
    });
    parser.once('filesLimit', () => fault('upload_too_many'));
    parser.once('fieldsLimit', () => fault('bad_request'));
    parser.once('partsLimit', () => fault('bad_request'));
    parser.on('error', () => fault('bad_request'));
    parser.once('finish', () => {
      stop();
      resolve(pictures.length > MAX_IMAGES ? { body, pictures: [], fault: 'upload_too_many' } : { body, pictures });
    });
    request.on('data', onData).on('close', onClose).on('error', onClose).pipe(parser);
  });
}
