import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { CallMapping } from './map-calls.ts';
import { specifiedBody } from './specified-body.ts';
import { specifiedSearch } from './specified-query.ts';

/** A call in the names of the call table. */
export interface TableRequest {
  readonly call: AnyCall;
  /** Query with its question mark, "" for none. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  /** Account of the member, for platforms that want it in the body. */
  readonly account: string | undefined;
}

/** The same as the platform takes it. */
export interface WireRequest {
  readonly method: AnyCall['method'];
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

export type WireOf = (request: TableRequest) => WireRequest;

export interface WireDeps {
  readonly merchant: string;
  /** Host of the site, without a port; empty: that of the visitor. */
  readonly host: string;
  readonly isRemote: boolean;
  /** The platform has the calls of the specification only. */
  readonly isForeign: () => boolean;
  readonly mapping: CallMapping;
}

/** As in the call table. */
export const plainWire: WireOf = ({ call, search, headers, body }) => ({ method: call.method, path: call.path + search, headers, body });

/** Requests to a remote platform: parameters and fields of the specification, then the names of the merchant file. */
export function createWireRequest(deps: WireDeps): WireOf {
  if (!deps.isRemote) return plainWire;
  return (request) => {
    const { call, headers } = request;
    const isForeign = deps.isForeign();
    const site = deps.host || hostOf(headers['x-site-origin']);
    const search = specifiedSearch(call.id, request.search, { merchant: deps.merchant, language: headers.language ?? '', site, isForeign });
    const body = isForeign ? bodyOf(request, deps.merchant) : request.body;
    const mapped = deps.mapping.requestOf(call, search, body);
    if (mapped) {
      const own = headersOf(headers, mapped.body, mapped.bodyType === 'json' ? 'application/json' : undefined);
      return { method: mapped.method, path: mapped.path + mapped.search, headers: own, body: mapped.body };
    }
    const sent = call.formEncoded && isForeign ? formOf(body) : undefined;
    if (sent !== undefined) {
      const own = headersOf(headers, sent, 'application/x-www-form-urlencoded');
      return { method: call.method, path: call.path + search, headers: own, body: sent };
    }
    return { method: call.method, path: call.path + search, headers: body === request.body ? headers : headersOf(headers, body), body };
  };
}

function bodyOf({ call, body, headers, account }: TableRequest, merchant: string): string | Buffer | undefined {
  const fields = fieldsOf(body);
  if (!fields) return body;
  const { language = '', authorization = '', 'x-site-origin': siteOrigin = '' } = headers;
  const token = /^Bearer (.+)$/.exec(authorization)?.[1];
  const found = specifiedBody(call.id, fields, { merchant, language, siteOrigin, account, token });
  return found ? JSON.stringify(found) : body;
}

/** The fields of a JSON body; undefined for a sealed one, a form and bytes. */
function fieldsOf(body: string | Buffer | undefined): Readonly<Record<string, unknown>> | undefined {
  if (body === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString());
    const isFields = typeof value === 'object' && value !== null && !Array.isArray(value) && !('payload' in value);
    return isFields ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function formOf(body: string | Buffer | undefined): string | undefined {
  const fields = fieldsOf(body);
  if (!fields) return undefined;
  const texts = Object.entries(fields).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return new URLSearchParams(Object.fromEntries(texts.map(([name, value]) => [name, String(value)]))).toString();
}

/** The headers of a body follow it. */
function headersOf(given: TableRequest['headers'], body: string | Buffer | undefined, type?: string): Record<string, string> {
  const { 'content-type': givenType, 'content-length': _length, ...others } = given;
  if (body === undefined) return others;
  const known = type ?? givenType;
  return { ...others, ...(known !== undefined && { 'content-type': known }), 'content-length': String(Buffer.byteLength(body)) };
}

function hostOf(origin: string | undefined): string {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).hostname : '';
}
