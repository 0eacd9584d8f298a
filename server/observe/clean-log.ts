/** Keys with secret or personal values, at any depth of the logged data. */
const HIDDEN_KEY =
  /pass(?:word|code|key|wd)|token|secret|cookie|authori[sz]ation|payload|ticket|^(?:otp|pin|totp)$|captcha|signature|sealed|api_?key|private_?key|(?:id|card|account|passport|document)_?number|national_?id|^id_?(?:no|card)$|codes$|^(?:e_?mail|mobile|phone|recipient|holder|real_?name|birth(?:day|_?date)|voucher)$/i;
/** Values of `code` that may be logged: a refusal ("not_found"), an error of Node ("ECONNRESET"), an SQL state ("23505"). */
const SAFE_CODE = /^(?:[a-z]+(?:_[a-z0-9]+)*|E[A-Z_]+|[0-9][0-9A-Z]{4}|[A-Z][0-9]{4})$/;
const CODE_KEY = /code$/i;
const ERROR_FIELDS = ['code', 'status', 'statusCode', 'errno', 'syscall', 'severity', 'table', 'constraint', 'routine'] as const;
const MAX_DEPTH = 6;
const MAX_TEXT = 4_000;
const HIDDEN = '[hidden]';

/**
 * Prepares an object for the log: hides secrets at any depth and reduces errors to what names their cause, because libraries attach whole
 * requests, bodies and rows to errors.
 */
export function cleanForLog(value: Record<string, unknown>): Record<string, unknown> {
  return cleanObject(value, 0);
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value, depth);
  if (value instanceof Date) return value;
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((entry) => clean(entry, depth + 1));
  return cleanObject(value as Record<string, unknown>, depth + 1);
}

function cleanObject(value: object, depth: number): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) cleaned[key] = isHidden(key, entry) ? HIDDEN : clean(entry, depth);
  return cleaned;
}

function isHidden(key: string, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return false;
  if (HIDDEN_KEY.test(key)) return true;
  if (!CODE_KEY.test(key)) return false;
  // Exit codes and HTTP statuses are small; verification codes are not.
  if (typeof value === 'number') return value > 999;
  return typeof value !== 'string' || !SAFE_CODE.test(value);
}

/** An error as log data: type, text, stack, cause, and the few properties that identify the failure. */
function describeError(error: Error, depth = 0): Record<string, unknown> {
  const described: Record<string, unknown> = { type: error.name, message: cleanText(error.message), stack: cleanText(error.stack ?? '') };
  for (const fact of ERROR_FIELDS) {
    const value = (error as unknown as Record<string, unknown>)[fact];
    if (typeof value === 'string' || typeof value === 'number') described[fact] = isHidden(fact, value) ? HIDDEN : value;
  }
  if (error.cause !== undefined && depth < MAX_DEPTH) described.cause = clean(error.cause, depth + 1);
  if (error instanceof AggregateError && depth < MAX_DEPTH) described.errors = error.errors.map((one) => clean(one, depth + 1));
  return described;
}

/** Error texts that quote their input. */
const QUOTES: readonly (readonly [RegExp, string])[] = [
  // JSON.parse quotes the beginning of its input, a schema the invalid value, PostgreSQL the text that it cannot parse.
  [
    /(Unexpected (?:token|string|number|non-whitespace)[^\n]*?, )(?:\.\.\.)?"[\s\S]*?"(?:\.\.\.)? is not valid JSON/g,
    `$1${HIDDEN} is not valid JSON`,
  ],
  [/"[^"\n]*"\.{0,3} is not valid JSON/g, `${HIDDEN} is not valid JSON`],
  [/ received "(?:[^"\\]|\\.)*"/g, ` received ${HIDDEN}`],
  [/((?:invalid input syntax|out of range|invalid input value) for [\w ]+: )"[^"]*"/g, `$1${HIDDEN}`],
  [/((?:value )?)"[^"]*"( is out of range)/g, `$1${HIDDEN}$2`],
  [/\bBearer [\w.~+/=-]+/g, `Bearer ${HIDDEN}`],
  [/([?&](?:\w*(?:token|ticket|password|secret|code|signature|key|email|mobile))=)[^&\s"'#]+/gi, `$1${HIDDEN}`],
  // Addresses of databases and mail servers contain a name and a password.
  [/(:\/\/)[^\s/@"]+@/g, `$1${HIDDEN}@`],
];

function cleanText(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return QUOTES.reduce((cleaned, [pattern, replacement]) => cleaned.replace(pattern, replacement), short);
}
