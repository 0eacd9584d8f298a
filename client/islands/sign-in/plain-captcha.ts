/** Forms that require a captcha from the start if there is no script. */
const PLAIN_PLACES = ['register-username', 'register-mobile', 'forgot'] as const;
export type PlainPlace = (typeof PLAIN_PLACES)[number];

export const PLAIN_CAPTCHA_PATH = '/form/captcha';
/** Field that names the form in a post. */
export const PLAIN_PLACE_FIELD = 'captchaPlace';

export function isPlainPlace(value: unknown): value is PlainPlace {
  return PLAIN_PLACES.some((place) => place === value);
}

export function plainCaptchaHref(place: PlainPlace): string {
  return `${PLAIN_CAPTCHA_PATH}?place=${place}`;
}
