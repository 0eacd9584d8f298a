import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { MAX_IMAGE_BYTES } from '../../../shared/constants.ts';

/** Texts in every language, as in forms without a picture. */
const FIELDS_BYTES = 256 * 1024;
const MAX_FIELDS = 100;
/** Name of the one field that carries a file. */
const PICTURE_FIELD = 'picture';

/**
 * Parses a multipart form: its fields like those of any form, the file into `response.locals.picture`. Authorisation happens before. An
 * unreadable body has no fields and therefore no form key.
 */
export function pictureBody(): readonly RequestHandler[] {
  return [express.raw({ type: 'multipart/form-data', limit: MAX_IMAGE_BYTES + FIELDS_BYTES }), parseMultipart];
}

class PictureTooLargeError extends Error {
  readonly status = 413;
}

function parseMultipart(request: Request, response: Response, next: NextFunction): void {
  if (!Buffer.isBuffer(request.body)) return void next();
  const type = request.get('Content-Type') ?? '';
  new globalThis.Response(new Uint8Array(request.body), { headers: { 'Content-Type': type } }).formData().then(
    async (form) => {
      const fields = [...form].slice(0, MAX_FIELDS);
      request.body = Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'));
      const file = form.get(PICTURE_FIELD);
      if (file === null || typeof file === 'string') return next();
      if (file.size > MAX_IMAGE_BYTES) return next(new PictureTooLargeError());
      response.locals.picture = Buffer.from(await file.arrayBuffer());
      next();
    },
    () => {
      request.body = {};
      next();
    },
  );
}
