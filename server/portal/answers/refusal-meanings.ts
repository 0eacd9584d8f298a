import { REFUSAL_CODES, type RefusalCode } from '../../../shared/codes.ts';

/** Refusals of a merchant's platform by its code or text, in the merchant file. */
export type OwnMeanings = Readonly<Record<string, RefusalCode>>;

/**
 * Meanings of refusals that platforms express in words, in the order in which they are tried. The messages are those of the specification
 * and common variants of them.
 */
const MEANINGS: readonly (readonly [RegExp, RefusalCode])[] = [
  [/\bnon-?(?:member|agent)s? cannot log ?in|\bnot an? (?:member|agent)\b/i, 'not_member'],
  [/user ?name or e-?mail does not exist/i, 'user_or_email_unknown'],
  [
    /(?:user ?name|user|account|login ?name|member)\b.{0,24}\b(?:exists|taken|in use|registered|occupied)\b|duplicate (?:user|account)/i,
    'username_taken',
  ],
  [/(?:mobile|phone|e-?mail|number)\b.{0,24}\b(?:exists|taken|in use|registered|occupied|bound)\b/i, 'contact_taken'],
  [
    /(?:wrong|incorrect|invalid|bad) (?:old|current) password|(?:old|current) password (?:is )?(?:wrong|incorrect|invalid)/i,
    'old_password_wrong',
  ],
  [
    /(?:wrong|incorrect|invalid|bad|mismatch\w*).{0,24}\b(?:password|credentials|login)\b|\bpassword\b.{0,24}\b(?:wrong|incorrect|invalid|mismatch)/i,
    'wrong_credentials',
  ],
  [/(?:user|account|member)\b.{0,16}\b(?:not found|not exist|does not exist|unknown)\b/i, 'wrong_credentials'],
  [/captcha\b.{0,24}\b(?:wrong|incorrect|invalid|fail|error|expired|mismatch)|(?:wrong|incorrect|invalid) captcha/i, 'captcha_wrong'],
  [/captcha\b.{0,24}\b(?:required|missing|empty)|(?:enter|fill in|need).{0,12}captcha/i, 'captcha_required'],
  [/(?:code|otp)\b.{0,16}\bexpired/i, 'code_expired'],
  [
    /(?:invitation|affiliate|referral|recommender)\b.{0,24}\b(?:wrong|incorrect|invalid|error|not exist|not found)|invalid (?:invitation|affiliate|referral)/i,
    'affiliate_invalid',
  ],
  [
    /(?:verification|sms|otp)(?: code)?\b.{0,24}\b(?:wrong|incorrect|invalid|error)|(?:wrong|incorrect|invalid) (?:verification|sms|otp)/i,
    'code_wrong',
  ],
  [/(?:missing|enter|required).{0,24}(?:verification|sms) code|verification code\b.{0,16}\b(?:missing|required)/i, 'code_missing'],
  [/(?:invalid|wrong|incorrect) (?:mobile|phone)|(?:mobile|phone)(?: number)?\b.{0,16}\b(?:invalid|incorrect|format)/i, 'mobile_invalid'],
  [/(?:missing|enter|required).{0,16}(?:mobile|phone)/i, 'mobile_missing'],
  [/too many (?:sms|codes|messages)/i, 'sms_too_many'],
  [/too many (?:requests|attempts|tries|logins)|too frequent|rate limit/i, 'too_many_requests'],
  [/quota (?:is )?(?:not sufficient|insufficient|exceeded)/i, 'phone_quota'],
  [/(?:operation|function) (?:is )?not enabled/i, 'phone_not_enabled'],
  [
    /insufficient (?:balance|funds)|balance (?:is )?(?:not enough|insufficient|too low)|not enough (?:balance|funds|money)/i,
    'insufficient_funds',
  ],
  [/invalid (?:url|domain|site address)|domain check failed|domain (?:is )?(?:invalid|not allowed|unknown)/i, 'domain_invalid'],
  [/maintenance/i, 'maintenance'],
  [
    /(?:location|region|country|ip)\b.{0,24}\b(?:restricted|not allowed|blocked|denied)|\b(?:restricted|blocked|denied)\b.{0,16}\b(?:location|region|country|ip)\b/i,
    'region_restricted',
  ],
  [/not logged ?in|please log ?in/i, 'not_logged_in'],
  [/network link abnormal/i, 'upstream_unavailable'],
  [/^system error\b|internal error/i, 'system_error'],
];

const SHORTEST_PART = 3;

/** A code of the call table. */
export function isOwnCode(code: unknown): code is RefusalCode {
  return REFUSAL_CODES.some((own) => own === code);
}

/**
 * The meaning of a refusal: by the merchant file (its code, its text, or a part of its text such as `E-1042`), by its own code if that is
 * one of the call table, or by its text. Undefined if unknown.
 */
export function meaningOf(code: unknown, message: unknown, own: OwnMeanings): RefusalCode | undefined {
  const text = typeof message === 'string' ? message.trim() : '';
  const named = own[String(code ?? '')] ?? own[text];
  if (named) return named;
  const part = Object.keys(own).find((key) => key.length >= SHORTEST_PART && text.includes(key));
  if (part !== undefined) return own[part];
  if (isOwnCode(code)) return code;
  const found = MEANINGS.find(([pattern]) => pattern.test(text))?.[1];
  return found === 'not_member' && /agent/i.test(text) ? 'not_agent' : found;
}
