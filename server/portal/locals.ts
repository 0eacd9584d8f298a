import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { FormState, Visitor } from './contracts.ts';
import type { DeliberateRefusal } from './deliberate-refusals.ts';
import type { EdgeResponse, EdgeStage } from './edge-stage.ts';
import type { Screen } from './pages/screen.ts';
import { RequestTimes } from './request-times.ts';

const NONCE_BYTES = 16;

/**
 * Facts about one request. Log and nonce are created on first use, because most answers need neither. Reading the nonce adds it to the
 * answer's policy, so only answers with a nonce announce one.
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
  siteClosed = false;
  refusal: DeliberateRefusal | undefined;
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

/** First stage: creates the request id and the locals that later stages fill in. */
export function requestLocals(log: Logger, withNonce: (nonce: string) => string, isDraining: () => boolean): EdgeStage {
  return (_request, response, next) => {
    const locals = new RequestLocals(response, log, withNonce);
    // The order of the stages in `app.ts` ensures that no stage reads the visitor before it is set.
    response.locals = locals as unknown as Express.Locals;
    response.setHeader('X-Request-Id', locals.requestId);
    // The browser's next request then reaches a process that is not stopping.
    if (isDraining()) response.shouldKeepAlive = false;
    next();
  };
}
