import type { Request, Response } from 'express';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { uploadImage } from '../../../shared/api/upload-calls.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../../../shared/constants.ts';
import type { Refused, Upstream } from '../contracts.ts';
import { collectBody } from '../proxy/pass-upload.ts';

const TEXT_BYTES = 64 * 1024;
/** Forms with pictures that are read at the same time; each takes up to three pictures in memory. */
const MOST_AT_ONCE = 6;
const MULTIPART = /^multipart\/form-data;\s*boundary=/i;
let running = 0;

/** A form with files, as a browser without script posts it. */
export interface MultipartForm {
  /** Texts by name, the first of each. */
  readonly body: Readonly<Record<string, string>>;
  /** What was chosen as pictures; inputs that were left empty are none. */
  readonly pictures: readonly File[];
}

export function isMultipart(request: Request): boolean {
  return MULTIPART.test(request.headers['content-type'] ?? '');
}

/** Reads the form, bounded as a whole; only members may send pictures. A code says why it can't be read. */
export async function readMultipart(
  request: Request,
  response: Response,
  call: AnyCall,
): Promise<MultipartForm | Extract<RefusalCode, 'upload_too_large' | 'bad_request' | 'server_busy'>> {
  const mayBring = call.pictures !== null && response.locals.visitor.session !== undefined;
  const most = TEXT_BYTES + (mayBring ? MAX_IMAGES * MAX_IMAGE_BYTES : 0);
  if (Number(request.headers['content-length'] ?? 0) > most) return 'upload_too_large';
  // What brings no pictures is as small as any form, and anybody may send it: it takes nobody's place.
  const place = mayBring ? 1 : 0;
  if (mayBring && running >= MOST_AT_ONCE) return 'server_busy';
  running += place;
  try {
    const bytes = await collectBody(request, most);
    if (!bytes) return 'upload_too_large';
    const type = request.headers['content-type'] ?? '';
    const form = await new globalThis.Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    return partsOf(form, call.pictures?.field);
  } catch {
    return 'bad_request';
  } finally {
    running -= place;
  }
}

function partsOf(form: FormData, field: string | undefined): MultipartForm {
  const body: Record<string, string> = Object.create(null);
  const pictures: File[] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') body[name] ??= value;
    else if (name === field && value.size > 0) pictures.push(value);
  }
  return { body, pictures };
}

/** Uploads each picture for the call that it comes with; the ids, or the refusal of the first that was refused. */
export async function uploadPictures(
  upstream: Upstream,
  response: Response,
  call: AnyCall,
  pictures: readonly File[],
): Promise<{ readonly ids: readonly string[] } | Refused> {
  const ids: string[] = [];
  if (call.pictures === null) return { ids };
  for (const picture of pictures) {
    const raw = Buffer.from(await picture.arrayBuffer());
    const answer = await upstream.call(uploadImage, { query: { purpose: call.pictures.purpose }, raw }, response.locals.visitor);
    if (!answer.success) return answer;
    ids.push(answer.value.id);
  }
  return { ids };
}
