import { isIPv4 } from 'node:net';
import { defined } from '../kit/defined.ts';
import type { ServiceSettings } from '../platform/base/service-settings.ts';
import { ConfigError } from './config-error.ts';
import { allOrNone, oneOf, origin, read, type Source, url } from './read-value.ts';

/** Outside services; each is disabled until all of its variables are set. */
export function readServices(source: Source): ServiceSettings {
  return defined({
    publicSite: isReachableFromOtherMachines(source) ? true : undefined,
    mail: mail(source),
    sms: sms(source),
    phone: phone(source),
    challenge: challenge(source),
    google: social(source, 'GOOGLE'),
    facebook: social(source, 'FACEBOOK'),
  });
}

/** A separate platform process does not know the site's address, so the addresses of platform and console count too. */
function isReachableFromOtherMachines(source: Source): boolean {
  const publicUrl = origin(source, 'PUBLIC_URL');
  const hosts = [publicUrl && new URL(publicUrl).hostname, read(source, 'PLATFORM_HOST'), read(source, 'ADMIN_HOST')];
  return hosts.some((host) => host !== undefined && !isThisMachine(host));
}

export function isThisMachine(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith('127.');
  return hostname === 'localhost' || hostname.endsWith('.localhost') || ['::1', '[::1]'].includes(hostname);
}

function mail(source: Source): ServiceSettings['mail'] {
  const values = allOrNone(source, ['SMTP_URL', 'MAIL_FROM']);
  if (!values) return undefined;
  url(source, 'SMTP_URL', ['smtp:', 'smtps:']);
  if (!values.MAIL_FROM.includes('@')) throw new ConfigError('MAIL_FROM', values.MAIL_FROM, 'an e-mail address');
  return { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM };
}

function sms(source: Source): ServiceSettings['sms'] {
  const values = allOrNone(source, ['SMS_URL', 'SMS_TOKEN']);
  return values && { url: url(source, 'SMS_URL', ['http:', 'https:']) ?? '', token: values.SMS_TOKEN };
}

function phone(source: Source): ServiceSettings['phone'] {
  const values = allOrNone(source, ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY']);
  return values && { projectId: values.FIREBASE_PROJECT_ID, apiKey: values.FIREBASE_API_KEY };
}

function challenge(source: Source): ServiceSettings['challenge'] {
  const provider = oneOf(source, 'CHALLENGE_PROVIDER', ['altcha', 'turnstile', 'hcaptcha']);
  if (provider === undefined || provider === 'altcha') return undefined;
  const values = allOrNone(source, ['CHALLENGE_SITE_KEY', 'CHALLENGE_SECRET']);
  const wanted = `set as well: ${provider} needs CHALLENGE_SITE_KEY and CHALLENGE_SECRET`;
  if (!values) throw new ConfigError('CHALLENGE_SITE_KEY', '', wanted, ['CHALLENGE_PROVIDER']);
  return { provider, siteKey: values.CHALLENGE_SITE_KEY, secret: values.CHALLENGE_SECRET };
}

const SOCIAL_NAMES = {
  GOOGLE: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  FACEBOOK: ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
} as const;

function social(source: Source, name: 'GOOGLE' | 'FACEBOOK'): ServiceSettings['google'] {
  const values = allOrNone(source, SOCIAL_NAMES[name]);
  if (!values) return undefined;
  const issuer = read(source, `${name}_ISSUER`) && url(source, `${name}_ISSUER`, ['http:', 'https:']);
  const clientId = values[`${name}_CLIENT_ID`] ?? '';
  const clientSecret = values[`${name}_CLIENT_SECRET`] ?? '';
  return { clientId, clientSecret, ...(issuer && { issuer }) };
}
