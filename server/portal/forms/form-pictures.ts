import type { Request, Response } from 'express';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { uploadImage } from '../../../shared/api/uploads/contract.ts';
import type { Refused, Upstream } from '../contracts.ts';
import { KEYS } from '../throttle/keys.ts';
import { MAX_FORM_BYTES, MAX_TEXT_BYTES, type MultipartDeadlines, type MultipartFault, type MultipartForm, readForm } from './multipart.ts';

/** Limit of picture bytes in memory. A slow form uses little of it, so it does not block others. */
const MAX_BUFFERED_BYTES = 96 * 1024 * 1024;
/** Concurrent forms with pictures per member and per address. */
const MAX_PER_MEMBER = 2;
const MAX_PER_ADDRESS = 6;
const MULTIPART = /^multipart\/form-data;\s*boundary=/i;

export interface PictureForms {
  /** Reads the form within its limits; only members may send pictures. */
  read(request: Request, response: Response, call: AnyCall): Promise<MultipartForm>;
}

export function isMultipart(request: Request): boolean {
  return MULTIPART.test(request.headers['content-type'] ?? '');
}

/** Pictures stay in memory, and count towards the limits, until the form is answered. */
export function createPictureForms(deadlines?: MultipartDeadlines, maxBufferedBytes = MAX_BUFFERED_BYTES): PictureForms {
  const running = new Map<string, number>();
  let bufferedBytes = 0;
  const isFull = (key: string, max: number) => (running.get(key) ?? 0) >= max;
  const count = (key: string, change: number) => {
    const now = (running.get(key) ?? 0) + change;
    if (now > 0) running.set(key, now);
    else running.delete(key);
  };
  return {
    async read(request, response, call) {
      const { session } = response.locals.visitor;
      const field = session ? call.pictures?.field : undefined;
      if (Number(request.headers['content-length'] ?? 0) > (field === undefined ? MAX_TEXT_BYTES : MAX_FORM_BYTES))
        return notRead('upload_too_large');
      const options = { field, reserve: () => true, ...(deadlines && { deadlines }) };
      if (field === undefined || !session) return readForm(request, options);
      const [member, address] = [`member ${session.memberId}`, `address ${KEYS.address(request, response)}`];
      if (isFull(member, MAX_PER_MEMBER) || isFull(address, MAX_PER_ADDRESS)) return notRead('server_busy');
      let reservedBytes = 0;
      count(member, 1);
      count(address, 1);
      response.once('close', () => {
        count(member, -1);
        count(address, -1);
        bufferedBytes -= reservedBytes;
      });
      const reserve = (bytes: number) => {
        reservedBytes += bytes;
        bufferedBytes += bytes;
        return bufferedBytes <= maxBufferedBytes;
      };
      return readForm(request, { ...options, reserve });
    },
  };
}

function notRead(fault: MultipartFault): MultipartForm {
  return { body: {}, pictures: [], fault };
}

/** Uploads the pictures of a call; returns their ids, or the first refusal. */
export async function uploadPictures(
  upstream: Upstream,
  response: Response,
  call: AnyCall,
  pictures: readonly Buffer[],
): Promise<{ readonly ids: readonly string[] } | Refused> {
  const ids: string[] = [];
  if (call.pictures === null) return { ids };
  for (const raw of pictures) {
    const answer = await upstream.call(uploadImage, { query: { purpose: call.pictures.purpose }, raw }, response.locals.visitor);
    if (!answer.success) return answer;
    ids.push(answer.value.id);
  }
  return { ids };
}
