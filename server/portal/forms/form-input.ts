import type { AnyCall } from '../../../shared/api/define-call.ts';

/** What a form sent, first value of each name. */
export type FormValues = Readonly<Record<string, string>>;

interface SchemaShape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaShape>>;
  readonly wrapped?: SchemaShape;
}

/** Never shown again in a form that is rendered anew. */
const SECRET_NAME = /password|pin|captcha|challenge|token|ticket|proof|verificationcode|idnumber|payload/i;
/** One form posts to two calls that the specification has name the same input differently. */
const OTHER_NAMES: Readonly<Record<string, string>> = { mobileNo: 'mobileNum' };
const TICKED = ['on', 'true', '1'];

/** The body of a call from a form's texts: fields that the call knows, ticks and numbers in their own type, empty ones left out. */
export function callBody(call: AnyCall, values: FormValues): Record<string, unknown> {
  const entries = bare(call.body as unknown as SchemaShape).entries ?? {};
  const body: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(entries)) {
    const { type } = bare(schema);
    const value = values[name] ?? values[OTHER_NAMES[name] ?? ''];
    if (type === 'boolean') body[name] = value !== undefined && TICKED.includes(value);
    else if (value !== undefined && value !== '') body[name] = type === 'number' ? Number(value) : value;
  }
  return body;
}

/** What may be put into the form again. */
export function repeatable(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'back' && !SECRET_NAME.test(name)));
}

/** The fields of a parsed body: texts only, the first of several, bounded in number by the parser. */
export function formValues(body: unknown): FormValues {
  const values: Record<string, string> = Object.create(null);
  if (typeof body !== 'object' || body === null) return values;
  for (const [name, value] of Object.entries(body)) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') values[name] = first;
  }
  return values;
}

function bare(schema: SchemaShape): SchemaShape {
  return schema.wrapped ? bare(schema.wrapped) : schema;
}
