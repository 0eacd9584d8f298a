import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { EdgeResponse, EdgeStage, FormState, Visitor } from './contracts.ts';
import type { Screen } from './pages/mount.ts';
import { RequestTimes } from './request-times.ts';

const NONCE_BYTES = 16;

/**
 * What is known about one request. Log and nonce are made on first use: most answers need neither. Asking for the nonce
 * puts it into the answer's policy, so only answers that carry a nonce announce one.
 */
class RequestLocals {
  readonly requestId = randomUUID();
  readonly times = new RequestTimes();
  address = '';
  visitor: Visitor | undefined;
  form: FormState | undefined;
  showRefusal: Express.Locals['showRefusal'];
  /** Pattern or call id for metrics; never the address itself. */
  route = 'other';
  /** State of the proxy. */
  forward: unknown;
  siteClosed = false;
  screen: Screen | undefined;
  fault: unknown;
  readonly #response: EdgeResponse;
  readonly #rootLog: Logger;
  readonly #withNonce: (nonce: string) => string;
  #log: Logger | undefined;
  #nonce: string | undefined;

  constructor(response: EdgeResponse, rootLog: Logger, withNonce: (nonce: string) => string) {
    this.#response = response;
    this.#rootLog = rootLog;
    this.#withNonce = withNonce;
  }

  get log(): Logger {
    this.#log ??= this.#rootLog.child({ requestId: this.requestId });
    return this.#log;
  }

  get nonce(): string {
    if (this.#nonce === undefined) {
      this.#nonce = randomBytes(NONCE_BYTES).toString('base64');
      this.#response.setHeader('Content-Security-Policy', this.#withNonce(this.#nonce));
    }
    return this.#nonce;
  }
}

/** First stage: gives the request its id and the place for what later stages find out. */
export function requestLocals(log: Logger, withNonce: (nonce: string) => string, isDraining: () => boolean): EdgeStage {
  return (_request, response, next) => {
    const locals = new RequestLocals(response, log, withNonce);
    // Until the visitor is known nobody reads it: the stages run in the order of `app.ts`.
    response.locals = locals as unknown as Express.Locals;
    response.setHeader('X-Request-Id', locals.requestId);
    // The browser's next request then goes to a process that stays.
    if (isDraining()) response.shouldKeepAlive = false;
    next();
  };
}
