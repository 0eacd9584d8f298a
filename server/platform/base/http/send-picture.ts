import type { Response } from 'express';
import type { SentPicture } from './binding.ts';

/** The headers prevent any interpretation other than a picture. */
export function sendPicture(response: Response, { type, bytes, publicSeconds }: SentPicture): void {
  response
    .status(200)
    .set({
      'Content-Type': type,
      'Content-Length': String(bytes.length),
      'Content-Disposition': 'attachment; filename="picture"',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': publicSeconds > 0 ? `public, max-age=${publicSeconds}, immutable` : 'no-store',
    })
    .end(bytes);
}
