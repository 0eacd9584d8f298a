import { CLIENT_ADDRESS_HEADER } from '../../../shared/api/client-address.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { currentSpan } from '../../observe/tracing.ts';
import type { Visitor } from '../contracts.ts';
import type { SealedCookies } from '../session/sealed-cookies.ts';

const CLIENT_COUNTRY_HEADER = 'x-client-country';

const DEVICE_HEADER = 'x-device-token';
const SITE_ORIGIN_HEADER = 'x-site-origin';

export interface HeaderFacts {
  readonly merchant: string;
  /** Wire code. */
  readonly language: string;
  readonly token: string | undefined;
  readonly visitor: Pick<Visitor, 'requestId' | 'address' | 'country' | 'userAgent' | 'restricted'> & Partial<Pick<Visitor, 'siteOrigin'>>;
  /** Device token of this browser from an earlier sign-in. */
  readonly device?: string;
}

/** The only headers that are sent upstream. A visitor cannot add headers. */
export function upstreamHeaders(facts: HeaderFacts): Record<string, string> {
  const { visitor, token } = facts;
  const headers: Record<string, string> = {
    accept: 'application/json',
    connection: 'keep-alive',
    merchant: facts.merchant,
    language: facts.language,
    'x-request-id': visitor.requestId,
    [CLIENT_ADDRESS_HEADER]: visitor.address,
    'user-agent': visitor.userAgent,
  };
  if (visitor.country !== undefined) headers[CLIENT_COUNTRY_HEADER] = visitor.country;
  if (visitor.restricted !== undefined) headers['x-region-restricted'] = visitor.restricted ? '1' : '0';
  if (visitor.siteOrigin) headers[SITE_ORIGIN_HEADER] = visitor.siteOrigin;
  if (facts.device !== undefined) headers[DEVICE_HEADER] = facts.device;
  const span = currentSpan();
  if (span) headers.traceparent = span.traceparent;
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  return headers;
}

/** The device token is sent only with calls that check a password or sign a member in. */
export function deviceOf(call: AnyCall, visitor: Visitor, sealed: SealedCookies): string | undefined {
  return call.signsIn || call.sendsDevice ? sealed.read('device', visitor.cookies) : undefined;
}
