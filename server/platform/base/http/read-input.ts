import type { Request } from 'express';
import * as v from 'valibot';
import type { Schema } from '../../../../shared/api/client-call.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import type { RefusalCode } from '../../../../shared/codes.ts';
import { type FieldRefusal, Refusal } from '../refusal.ts';
import { readRawBody } from './raw-body.ts';

/** Names that reach an object's prototype; no schema has such a field. */
const FORBIDDEN_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];
/** Decrypts the payload of a call; refuses with one of the `payload_` codes. */
export type OpenPayload = (callId: string, payload: string) => Promise<unknown>;

/** Validates query and body against the call's schemas and refuses anything else. */
export async function readInput(
  call: AnyCall,
  request: Request,
  openPayload: OpenPayload,
): Promise<{ query: unknown; body: unknown; bytes?: Buffer }> {
  const query = validate(call.query, readQuery(request));
  if (call.rawBody > 0) return { query, body: {}, bytes: await readRawBody(request, call.rawBody) };
  const body = call.encrypted ? await openPayload(call.id, readPayload(request.body)) : request.body;
  return { query, body: validate(call.body, call.method === 'GET' ? undefined : body) };
}

/** Use it as the reviver of the JSON parser. */
export function refuseForbiddenNames(name: string, value: unknown): unknown {
  if (FORBIDDEN_NAMES.includes(name)) throw new SyntaxError('forbidden name');
  return value;
}

function readQuery(request: Request): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URL(request.originalUrl, 'http://platform').searchParams) {
    if (FORBIDDEN_NAMES.includes(name) || Object.hasOwn(query, name)) throw new Refusal('bad_request');
    query[name] = value;
  }
  return query;
}

function readPayload(body: unknown): string {
  const shape = v.safeParse(v.strictObject({ payload: v.string() }), body);
  if (!shape.success) throw new Refusal('payload_invalid');
  return shape.output.payload;
}

function validate(schema: Schema, input: unknown): unknown {
  const result = v.safeParse(schema, input);
  if (result.success && holdsNul(result.output)) throw new Refusal('bad_request');
  if (result.success) return result.output;
  throw new Refusal(codeOf(result.issues), {}, fieldsOf(result.issues));
}

/** PostgreSQL cannot store this character; without the check the call would fail with an internal error. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);
}

/** Invalid amounts and terms of contracts have codes of their own; their schemas mark the issues. */
const MARKED: Readonly<Partial<Record<string, RefusalCode>>> = { amount: 'amount_invalid', terms: 'contract_terms' };

function codeOf(issues: readonly v.BaseIssue<unknown>[]): RefusalCode {
  const codes = new Set(issues.map(({ message }) => MARKED[message]));
  const [code] = codes;
  return codes.has(undefined) || code === undefined ? 'bad_request' : code;
}

function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, FieldRefusal> {
  const fields: Record<string, FieldRefusal> = {};
  for (const issue of issues) {
    const name = v.getDotPath(issue);
    // A field without a schema has a name chosen by the sender, so the response does not repeat it.
    if (name === null || issue.expected === 'never' || Object.hasOwn(fields, name)) continue;
    fields[name] = { code: issue.input === undefined || issue.input === '' ? 'field_required' : 'field_format' };
  }
  return fields;
}
