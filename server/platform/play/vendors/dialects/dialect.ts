import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  SEAMLESS,
  type SeamlessAnswer,
  type SeamlessOperation,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
} from '../../../../../shared/seamless/wallet.ts';
import { readDecimal, writeDecimal } from './amounts.ts';
import { DIALECT_FIELDS, DIALECT_OPERATIONS, type DialectDefinition } from './definition.ts';

/** A request before its body is read. */
export interface DialectRequest {
  readonly method: string;
  /** As sent, including the query. */
  readonly path: string;
  readonly body: Uint8Array;
  header(name: string): string;
}

/** Translates the wallet calls of one provider into those of the seamless wallet. */
export interface Dialect {
  isSigned(secret: string, request: DialectRequest): boolean;
  /** Milliseconds since 1970; null: the dialect has no time; NaN: malformed. */
  sentAt(request: Pick<DialectRequest, 'header'>): number | null;
  /** The operation at this address; undefined for an unknown one. */
  operation(name: string): SeamlessOperation | undefined;
  /** The body for the seamless wallet, or the field that cannot be read. */
  read(operation: SeamlessOperation, body: unknown): { readonly body: unknown } | { readonly field: string };
  write(answer: SeamlessAnswer): Readonly<Record<string, unknown>>;
}

const AMOUNTS: readonly string[] = ['amount', 'atRisk'];
const RENAMED: readonly string[] = DIALECT_OPERATIONS;

/** The seamless wallet itself: nothing is renamed. */
export const PLAIN_DIALECT: DialectDefinition = { operations: {}, fields: {}, amounts: 'units', statuses: {} };

export function createDialect(definition: DialectDefinition): Dialect {
  const { amounts, statuses, signature } = definition;
  const nameOf = (field: string): string => (definition.fields as Readonly<Record<string, string | undefined>>)[field] ?? field;
  const fieldOf = new Map<string, string>(DIALECT_FIELDS.map((field) => [nameOf(field), field]));
  const operations = new Map<string, SeamlessOperation>(
    (Object.keys(SEAMLESS) as SeamlessOperation[]).map((operation) => [pathOf(definition, operation), operation]),
  );
  const areFurtherIgnored = signature === undefined || signature.signed.includes('path');
  /** The fields that the operation has, under their names of the seamless wallet. */
  function renamed(operation: SeamlessOperation, body: object): { readonly body: Record<string, unknown> } | { readonly field: string } {
    const known = new Set(Object.keys(SEAMLESS[operation].entries));
    const translated: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(body)) {
      const field = fieldOf.get(name);
      if (field !== undefined && known.has(field)) translated[field] = value;
      else if (!areFurtherIgnored) return { field: name };
    }
    return { body: translated };
  }
  return {
    isSigned: (secret, request) => isSigned(signature, secret, request),
    sentAt: ({ header }) => sentAt(signature, header),
    operation: (name) => operations.get(name),
    read(operation, body) {
      // Reports are not translated.
      if (!RENAMED.includes(operation) || typeof body !== 'object' || body === null) return { body };
      const translated = renamed(operation, body);
      if ('field' in translated || amounts === 'units') return translated;
      return inUnits(translated.body, nameOf);
    },
    write({ status, balance, maximumStake, ...rest }) {
      // A refused field is named as the provider knows it.
      const answer =
        rest.message === undefined ? rest : { ...rest, message: status === 'BAD_REQUEST' ? nameOf(rest.message) : rest.message };
      const text = (statuses as Readonly<Record<string, string | undefined>>)[status] ?? status;
      const { currency } = answer;
      const amountOf = (units: string) => (amounts === 'decimal' && currency !== undefined ? writeDecimal(BigInt(units), currency) : units);
      const written = {
        ...answer,
        status: text,
        ...(balance === undefined ? {} : { balance: amountOf(balance) }),
        ...(maximumStake === undefined ? {} : { maximumStake: amountOf(maximumStake) }),
      };
      return Object.fromEntries(Object.entries(written).map(([field, value]) => [nameOf(field), value]));
    },
  };
}

/** Amounts of a body in units, or the first field that is not exact in the currency of the body. */
function inUnits(body: Record<string, unknown>, nameOf: (field: string) => string): ReturnType<Dialect['read']> {
  const translated = { ...body };
  for (const field of AMOUNTS.filter((name) => body[name] !== undefined)) {
    const units = readDecimal(body[field], body.currency);
    if (units === undefined) return { field: nameOf(field) };
    translated[field] = String(units);
  }
  return { body: translated };
}

function pathOf({ operations }: DialectDefinition, operation: SeamlessOperation): string {
  return (operations as Readonly<Partial<Record<string, string>>>)[operation] ?? operation;
}

type Signature = DialectDefinition['signature'];

/** Compares in constant time. */
function isSigned(signature: Signature, secret: string, { method, path, body, header }: DialectRequest): boolean {
  const { signed, separator, encoding } = signature ?? {
    signed: ['method', 'path', 'timestamp', 'body'] as const,
    separator: '\n',
    encoding: 'hex',
  };
  const parts = { method, path, timestamp: header(timestampHeader(signature)), body };
  const hmac = createHmac('sha256', secret);
  for (const [index, part] of signed.entries()) hmac.update(index === 0 ? '' : separator).update(parts[part]);
  const expected = Buffer.from(hmac.digest(encoding));
  const given = Buffer.from(header(signature?.header ?? SIGNATURE_HEADER));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function timestampHeader(signature: Signature): string {
  return signature === undefined ? TIMESTAMP_HEADER : (signature.timestampHeader ?? '');
}

function sentAt(signature: Signature, header: DialectRequest['header']): number | null {
  const name = timestampHeader(signature);
  if (name === '') return null;
  const [digits, factor] = signature?.timestamp === 'seconds' ? [/^\d{10}$/, 1_000] : [/^\d{13}$/, 1];
  const text = header(name);
  return digits.test(text) ? Number(text) * factor : Number.NaN;
}
