import type { ServerResponse } from 'node:http';
import type { RefusalCode } from '../../../shared/codes.ts';
import type { Refused } from '../contracts.ts';
import type { PortalTexts } from '../texts.ts';
import { markRefusal } from './deliberate-refusals.ts';
import type { EdgeResponse } from './edge-stage.ts';

/** Answers a call with a refusal in the visitor's language; a form by `locals.showRefusal`. */
export type Refuse = (
  response: EdgeResponse,
  status: number,
  code: RefusalCode,
  headers?: Readonly<Record<string, string>>,
  /** Text key; default: that of the code. */
  key?: string,
) => void;

export function createRefuse(texts: PortalTexts): Refuse {
  return (response, status, code, headers = {}, key) => {
    if (response.headersSent) return void response.destroy();
    markRefusal(response, code);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const seconds = Number(headers['Retry-After'] ?? 0);
    const params = { seconds, minutes: Math.ceil(seconds / 60) };
    const answer = refusal(texts, response.locals.visitor?.language.code, code, key, params);
    if (response.locals.showRefusal) response.locals.showRefusal(status, answer);
    else sendJson(response, status, answer);
  };
}

export function refusal(
  texts: PortalTexts,
  language: string | undefined,
  code: RefusalCode,
  key = `errors.${code}`,
  params: Readonly<Record<string, number>> = {},
): Refused {
  return { success: false, value: null, code, message: texts.translate(language, key, params) };
}

/** Sends a JSON answer that must not be cached. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
