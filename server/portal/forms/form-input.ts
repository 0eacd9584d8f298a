import type { AnyCall } from '../../../shared/api/define-call.ts';
import { inputAmount } from '../../../shared/api/fields.ts';
import { typedLimit } from '../../../shared/api/responsible-gaming/schemas.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import { plainAmount, typedProblem } from '../../../shared/money/typed-amount.ts';

/** Form fields, first value of each name. */
export type FormValues = Readonly<Record<string, string>>;

interface SchemaShape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaShape>>;
  readonly wrapped?: SchemaShape;
}

/** Fields that a redisplayed form leaves empty. */
const SECRET_NAME = /password|pin|captcha|challenge|token|ticket|proof|verificationcode|idnumber|payload/i;
/** Two calls of one form name the same field differently. */
const FIELD_ALIASES: Readonly<Record<string, string>> = { mobileNo: 'mobileNum' };
const CHECKED_VALUES = ['on', 'true', '1'];

/** Builds the body of a call from a form's texts: fields of the call only, checkboxes and numbers in their own type, empty ones omitted. */
export function callBody(call: AnyCall, values: FormValues): Record<string, unknown> {
  const entries = unwrapped(call.body as unknown as SchemaShape).entries ?? {};
  const body: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(entries)) {
    const { type } = unwrapped(schema);
    const value = values[name] ?? values[FIELD_ALIASES[name] ?? ''];
    if (type === 'boolean') body[name] = value !== undefined && CHECKED_VALUES.includes(value);
    else if (value !== undefined && value !== '') body[name] = type === 'number' ? Number(value) : value;
  }
  return body;
}

/**
 * Refuses an amount that cannot be paid, before the call is made: another platform may read it as another amount. An empty field and one whose
 * currency is unknown are left to the platform, and so are the minutes of a time limit.
 */
export function refusedAmount(call: AnyCall, values: FormValues, currency = ''): RefusalCode | undefined {
  if (currency === '') return undefined;
  return amountFields(call, values).flatMap(({ typed, isLimit }) => {
    const problem = typedProblem(typed, currency);
    return problem === undefined ? [] : isLimit && problem === 'amount_invalid' ? ['limit_invalid' as const] : [problem];
  })[0];
}

/** The fields with their amounts as a call carries them: "300.000" as 300000 where the currency has no decimals, as the islands send it. */
export function plainAmounts(call: AnyCall, values: FormValues, currency = ''): FormValues {
  const amounts = currency === '' ? [] : amountFields(call, values);
  return { ...values, ...Object.fromEntries(amounts.map(({ name, typed }) => [name, plainAmount(typed, currency)])) };
}

function amountFields(call: AnyCall, values: FormValues) {
  const entries = unwrapped(call.body as unknown as SchemaShape).entries ?? {};
  return Object.entries(entries).flatMap(([name, entry]) => {
    const schema: unknown = unwrapped(entry);
    const isLimit = schema === typedLimit && values.kind !== 'session';
    const typed = values[name];
    return typed && (schema === inputAmount || isLimit) ? [{ name, typed, isLimit }] : [];
  });
}

/** Values that a redisplayed form may contain. */
export function withoutSecrets(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'back' && !SECRET_NAME.test(name)));
}

/** Fields of a parsed body: texts only, the first of several; the parser limits their number. */
export function formValues(body: unknown): FormValues {
  const values: Record<string, string> = Object.create(null);
  if (typeof body !== 'object' || body === null) return values;
  for (const [name, value] of Object.entries(body)) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') values[name] = first;
  }
  return values;
}

function unwrapped(schema: SchemaShape): SchemaShape {
  return schema.wrapped ? unwrapped(schema.wrapped) : schema;
}
