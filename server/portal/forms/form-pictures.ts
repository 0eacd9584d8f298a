import type { Request, Response } from 'express';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { uploadImage } from '../../../shared/api/upload-calls.ts';
import type { Refused, Upstream } from '../contracts.ts';
import { KEYS } from '../throttle/keys.ts';
import { MOST_BYTES, type MultipartDeadlines, type MultipartFault, type MultipartForm, readForm, TEXT_BYTES } from './multipart.ts';

/** Limit of picture bytes in memory. A slow form uses little of it, so it does not block others. */
const MOST_HELD_BYTES = 96 * 1024 * 1024;
/** Concurrent forms with pictures per member and per address. */
const MOST_OF_MEMBER = 2;
const MOST_OF_ADDRESS = 6;
const MULTIPART = /^multipart\/form-data;\s*boundary=/i;

export interface PictureForms {
  /** Reads the form within its limits; only members may send pictures. Returns a refusal code if it cannot be read. */
  read(request: Request, response: Response, call: AnyCall): Promise<MultipartForm | MultipartFault>;
}

export function isMultipart(request: Request): boolean {
  return MULTIPART.test(request.headers['content-type'] ?? '');
}

/** Pictures stay in memory, and count towards the limits, until the form is answered. */
export function createPictureForms(deadlines?: MultipartDeadlines, mostHeld = MOST_HELD_BYTES): PictureForms {
  const running = new Map<string, number>();
  let heldBytes = 0;
  const isFull = (key: string, most: number) => (running.get(key) ?? 0) >= most;
  const count = (key: string, change: number) => {
    const now = (running.get(key) ?? 0) + change;
    if (now > 0) running.set(key, now);
    else running.delete(key);
  };
  return {
    async read(request, response, call) {
      const { session } = response.locals.visitor;
      const field = session ? call.pictures?.field : undefined;
      if (Number(request.headers['content-length'] ?? 0) > (field === undefined ? TEXT_BYTES : MOST_BYTES)) return 'upload_too_large';
      const options = { field, hold: () => true, ...(deadlines && { deadlines }) };
      if (field === undefined || !session) return readForm(request, options);
      const [member, address] = [`member ${session.memberId}`, `address ${KEYS.address(request, response)}`];
      if (isFull(member, MOST_OF_MEMBER) || isFull(address, MOST_OF_ADDRESS)) return 'server_busy';
      let held = 0;
      count(member, 1);
      count(address, 1);
      response.once('close', () => {
        count(member, -1);
        count(address, -1);
        heldBytes -= held;
      });
      const hold = (bytes: number) => {
        held += bytes;
        heldBytes += bytes;
        return heldBytes <= mostHeld;
      };
      return readForm(request, { ...options, hold });
    },
  };
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
