import express, { type ErrorRequestHandler, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { FIREBASE_CHANNEL } from '../../../shared/api/verification/constants.ts';
import { phoneConfirm, phoneServiceCall, smsNoLogin, smsRegister } from '../../../shared/api/verification/contract.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import { PHONE_SERVICE_COUNTDOWN_SECONDS } from '../../../shared/constants.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { createPhoneAuth, type PhoneAuth, PhoneAuthError, type PhoneAuthSettings } from '../../net/phone-auth/phone-auth.ts';
import { phoneRefusalOf } from '../../net/phone-auth/phone-errors.ts';
import { readMobileNumber } from '../../net/phone-auth/read-mobile-number.ts';
import { refusal, sendJson } from '../edge/refusals.ts';
import { routeName } from '../edge/route-name.ts';
import type { PortalParts } from '../portal-parts.ts';
import { isSameSite } from '../session/csrf.ts';
import type { SealedCookies } from '../session/sealed-cookies.ts';

type PhoneServiceParts = Pick<PortalParts, 'refuse' | 'texts' | 'throttle' | 'publicOrigin' | 'sealed'>;

interface Stage extends PhoneServiceParts {
  readonly auth: PhoneAuth;
}

/** A refusal with its parameters, as a platform would answer it. */
class PhoneRefusal extends Error {
  readonly code: RefusalCode;
  readonly params: Readonly<Record<string, number>>;
  constructor(code: RefusalCode, params: Readonly<Record<string, number>> = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

const CODE_MINUTES = 5;
const MAX_BODY = '16kb';

/**
 * The calls of the phone service for a remote platform, whose specification has none of them: the portal sends the code, exchanges it for an
 * ID token, and the browser puts the token into its registration, login or new password. The sending is remembered in a sealed cookie.
 */
export function phoneServiceStage(settings: PhoneAuthSettings, parts: PhoneServiceParts, log: Logger): RequestHandler {
  const stage = { ...parts, auth: createPhoneAuth(settings, log) };
  const router = express.Router({ caseSensitive: true, strict: true });
  const json = express.json({ limit: MAX_BODY });
  const refuseBody: ErrorRequestHandler = (_error, _request, response, _next) => parts.refuse(response, 400, 'bad_request');
  const take = (call: AnyCall, run: (body: unknown, request: Request, response: Response) => Promise<object>) => {
    const method = call.method === 'GET' ? ('get' as const) : ('post' as const);
    const ownSite: RequestHandler = (request, response, next) => {
      if (call.method === 'GET' || isSameSite(request, parts.publicOrigin)) next();
      else parts.refuse(response, 403, 'csrf_failed');
    };
    const answer: RequestHandler = (request, response, next) =>
      void answerCall(stage, run(request.body, request, response), response, next);
    const body = call.method === 'GET' ? [] : [json, refuseBody];
    router[method](call.path, routeName(call.id), ownSite, parts.throttle.of(call.throttle), ...body, answer);
  };
  take(phoneServiceCall, async () => ({ siteKey: await stage.auth.siteKey().catch(() => null) }));
  take(smsNoLogin, async (body, _request, response) => {
    const { mobileNum, countryDialingCode, phoneToken } = parsed(smsNoLogin.body, body);
    return send(stage, response, readNumber(countryDialingCode, mobileNum), phoneToken);
  });
  take(smsRegister, async (body, _request, response) => {
    const { mobileNo, countryDialingCode, phoneToken } = parsed(smsRegister.body, body);
    return send(stage, response, readNumber(countryDialingCode, mobileNo), phoneToken);
  });
  take(phoneConfirm, async (body, _request, response) => {
    const { mobileNum, countryDialingCode, verificationCode } = parsed(phoneConfirm.body, body);
    return confirm(stage, response, readNumber(countryDialingCode, mobileNum), verificationCode);
  });
  return router;
}

async function send({ auth, sealed }: Stage, response: Response, number: string, phoneToken: string | undefined) {
  const session = await auth.send(number, phoneToken);
  remember(sealed, response, number, session);
  return { expiredMinutes: CODE_MINUTES, waitSeconds: PHONE_SERVICE_COUNTDOWN_SECONDS, channel: 'firebase' };
}

function remember(sealed: SealedCookies, response: Response, number: string, session: string): void {
  sealed.set(response, 'phoneCode', JSON.stringify([number, session]), Date.now() + CODE_MINUTES * MINUTE_MS);
}

async function confirm({ auth, sealed }: Stage, response: Response, number: string, code: string) {
  const [sentTo, session] = JSON.parse(sealed.read('phoneCode', response.locals.visitor.cookies) ?? '[]') as string[];
  if (session === undefined || sentTo !== number) throw new PhoneRefusal('code_expired');
  const proven = await auth.exchange(session, code.normalize('NFKC').replace(/\s/g, ''));
  if (proven.number !== number) throw new PhoneRefusal('code_wrong');
  return { firebaseChannel: FIREBASE_CHANNEL, firebaseIdToken: proven.idToken };
}

function readNumber(countryDialingCode: string, mobile: string): string {
  const number = readMobileNumber(countryDialingCode, mobile);
  if (number === 'mobile_missing' || number === 'mobile_invalid') throw new PhoneRefusal(number);
  return number;
}

function parsed<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, body);
  if (!result.success) throw new PhoneRefusal('bad_request');
  return result.output;
}

async function answerCall({ refuse, texts }: Stage, work: Promise<object>, response: Response, next: NextFunction): Promise<void> {
  try {
    sendJson(response, 200, { success: true, value: await work });
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) return next(error);
    if (refused.code === 'bad_request') return refuse(response, 400, 'bad_request');
    const { language } = response.locals.visitor;
    sendJson(response, 200, { ...refusal(texts, language.code, refused.code, undefined, refused.params), params: refused.params });
  }
}

function refusalOf(error: unknown): Pick<PhoneRefusal, 'code' | 'params'> | undefined {
  if (error instanceof PhoneAuthError) return phoneRefusalOf(error.reason);
  return error instanceof PhoneRefusal ? error : undefined;
}
