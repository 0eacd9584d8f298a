import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { isPlainPlace, PLAIN_CAPTCHA_PATH, PLAIN_PLACE_FIELD, type PlainPlace } from '../../../client/islands/sign-in/plain-captcha.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import type { Upstream, Visitor } from '../contracts.ts';
import { routeName } from '../edge/route-name.ts';
import { captchaKey, drawCaptcha } from '../pages/sign-in/captcha.ts';
import type { SealedCookies } from '../session/sealed-cookies.ts';
import type { Throttle } from '../throttle/throttle.ts';
import type { FormValues } from './form-input.ts';

/** Lifetime of the secret, and so the time to fill in a form without script. */
const LIFETIME_MS = HOUR_MS;

export interface PlainCaptchaDeps {
  readonly upstream: Upstream;
  readonly sealed: SealedCookies;
  readonly throttle: Throttle;
}

/**
 * `GET /form/captcha?place=<form>`: the picture in the first form of a browser without script. Its page is the same for every visitor and
 * contains no key, so the key is derived from a secret in a sealed cookie and the name of the form.
 */
export function plainCaptcha({ upstream, sealed, throttle }: PlainCaptchaDeps): RequestHandler[] {
  const placeOf = ({ originalUrl }: Request) => new URL(originalUrl, 'http://form').searchParams.get('place');
  const draw: RequestHandler = async (request, response) => {
    const { visitor } = response.locals;
    const secret = sealed.read('plainCaptcha', visitor.cookies) ?? captchaKey();
    const answer = await drawCaptcha(upstream, visitor, keyOf(secret, placeOf(request) as PlainPlace));
    if (!answer.success) return void response.status(503).set('Cache-Control', 'no-store').end();
    sealed.set(response, 'plainCaptcha', secret, Date.now() + LIFETIME_MS);
    response.set('Cache-Control', 'private, no-store').type('png').send(Buffer.from(answer.value, 'base64'));
  };
  const known: RequestHandler = (request, _response, next) => next(isPlainPlace(placeOf(request)) ? undefined : 'route');
  return [known, routeName(PLAIN_CAPTCHA_PATH), throttle.of('captcha'), draw];
}

/** Key of the picture that a form without script showed; empty if the form contains a key itself. */
export function plainCaptchaKey(values: FormValues, sealed: SealedCookies, { cookies }: Visitor): { captchaKey?: string } {
  const place = values[PLAIN_PLACE_FIELD];
  if (values.captchaKey || !values.captcha || !isPlainPlace(place)) return {};
  const secret = sealed.read('plainCaptcha', cookies);
  return secret === undefined ? {} : { captchaKey: keyOf(secret, place) };
}

function keyOf(secret: string, place: PlainPlace): string {
  return createHash('sha256').update(`${secret} ${place}`).digest('base64url');
}
