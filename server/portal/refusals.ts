import type { Response } from 'express';
import type { Envelope } from '../../shared/api/envelope.ts';
import type { RefusalCode } from '../../shared/codes.ts';
import type { PortalTexts } from './texts.ts';

/** Answers a call with a refusal in the visitor's language. */
export type Refuse = (response: Response, status: number, code: RefusalCode, headers?: Readonly<Record<string, string>>) => void;

export function createRefuse(texts: PortalTexts): Refuse {
  return (response, status, code, headers = {}) => {
    if (response.headersSent) return void response.destroy();
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Cache-Control', 'no-store');
    response.status(status).json(refusal(texts, response.locals.visitor?.language.code, code));
  };
}

export function refusal(texts: PortalTexts, language: string | undefined, code: RefusalCode): Envelope<never> {
  return { success: false, value: null, code, message: texts.translate(language, `errors.${code}`) };
}
