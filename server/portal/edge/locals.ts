import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { FormState, Visitor } from '../contracts.ts';
import type { DeliberateRefusal } from './deliberate-refusals.ts';
import type { EdgeResponse, EdgeStage } from './edge-stage.ts';
import { RequestTimes } from './request-times.ts';

const NONCE_BYTES = 16;

/** Adds a nonce to a policy. */
type WithNonce = (nonce: string, policy: string) => string;

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
  frontError: unknown;
  readonly #response: EdgeResponse;
  readonly #rootLog: Logger;
  readonly #withNonce: WithNonce;
  #log: Logger | undefined;
  #nonce: string | undefined;

  constructor(response: EdgeResponse, rootLog: Logger, withNonce: WithNonce) {
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
      this.#response.setHeader(
        'Content-Security-Policy',
        this.#withNonce(this.#nonce, String(this.#response.getHeader('Content-Security-Policy') ?? '')),
      );
    }
    return this.#nonce;
  }
}

/** First stage: creates the request id and the locals that later stages fill in. */
export function requestLocals(log: Logger, withNonce: WithNonce, isDraining: () => boolean): EdgeStage {
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
