import type { Visitor } from '../contracts.ts';

export const CLIENT_ADDRESS_HEADER = 'x-client-address';
export const CLIENT_COUNTRY_HEADER = 'x-client-country';

export interface HeaderFacts {
  readonly merchant: string;
  /** Code on the wire. */
  readonly language: string;
  readonly token: string | undefined;
  readonly visitor: Pick<Visitor, 'requestId' | 'address' | 'country' | 'userAgent'>;
}

/** The only headers that travel upstream. Nothing that a visitor sent gets in under another name. */
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
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  return headers;
}
