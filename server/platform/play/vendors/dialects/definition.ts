import * as v from 'valibot';
import { SEAMLESS_CODES } from '../../../../../shared/seamless/codes.ts';

const described = <T extends v.GenericSchema>(schema: T, text: string) => v.pipe(schema, v.description(text));

/** Operations that a dialect may rename; reports keep their names. */
export const DIALECT_OPERATIONS = ['authenticate', 'balance', 'bet', 'win', 'rollback', 'finish', 'status'] as const;
/** Fields of bodies and answers that a dialect may rename. */
export const DIALECT_FIELDS = [
  ...(['ticket', 'gameId', 'token', 'player', 'currency', 'amount', 'transactionId', 'betTransactionId', 'roundId'] as const),
  ...(['endRound', 'contestId', 'market', 'atRisk', 'status', 'message', 'balance', 'language', 'trial', 'transferId'] as const),
  ...(['transaction', 'minimumRoundMs', 'maximumStake', 'links'] as const),
] as const;
const SIGNED_PARTS = ['method', 'path', 'timestamp', 'body'] as const;

const segment = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, 'the last part of a path'));
const fieldName = v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,39}$/, 'the name of a JSON field'));
const headerName = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'the name of a header'));
const each = <const Keys extends readonly string[], Value extends v.GenericSchema<string>>(keys: Keys, value: Value) =>
  v.pipe(
    v.record(v.picklist(keys, `one of ${keys.join(', ')}`), value),
    v.check((names) => isUnambiguous(keys, names as Readonly<Record<string, string | undefined>>), 'a different name for each'),
  );

/** How the wallet calls of one provider differ from the seamless wallet (`docs/vendors/dialects.md`). */
export const dialectDefinition = v.strictObject({
  operations: described(
    v.optional(each(DIALECT_OPERATIONS, segment), {}),
    'Names of operations in the address, such as `{ "bet": "debit" }`.',
  ),
  fields: described(
    v.optional(each(DIALECT_FIELDS, fieldName), {}),
    'Names of fields in bodies and answers, such as `{ "transactionId": "txId" }`.',
  ),
  amounts: described(
    v.optional(v.picklist(['units', 'decimal'], 'units or decimal'), 'units'),
    '`units`: whole numbers of 1/10,000. `decimal`: text in the currency, such as "12.50", with no more decimals than the currency has.',
  ),
  statuses: described(
    v.optional(
      v.record(v.picklist(SEAMLESS_CODES, 'a status of the seamless wallet'), v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))),
      {},
    ),
    'Texts of `status`, such as `{ "OK": "SUCCESS" }`; others stay.',
  ),
  signature: described(
    v.optional(
      v.pipe(
        v.strictObject({
          header: described(v.optional(headerName, 'X-Signature'), 'Header of the signature.'),
          timestampHeader: described(
            v.optional(v.nullable(headerName), 'X-Timestamp'),
            'Header of the time; `null`: no time is sent and checked.',
          ),
          timestamp: described(v.optional(v.picklist(['milliseconds', 'seconds']), 'milliseconds'), 'Unit of the time, since 1970.'),
          signed: described(
            v.optional(
              v.pipe(
                v.array(v.picklist(SIGNED_PARTS, `one of ${SIGNED_PARTS.join(', ')}`)),
                v.check((parts) => parts.includes('body') && new Set(parts).size === parts.length, 'a list with `body`, each part once'),
              ),
              ['method', 'path', 'timestamp', 'body'],
            ),
            'Parts of the signed text, in their order. Without `path`, further fields in a body are refused, so that a signature fits one operation.',
          ),
          separator: described(v.optional(v.pipe(v.string(), v.maxLength(4)), '\n'), 'Text between the parts.'),
          encoding: described(v.optional(v.picklist(['hex', 'base64']), 'hex'), 'Of the HMAC-SHA256.'),
        }),
        v.check(
          ({ signed, timestampHeader }) => signed.includes('timestamp') === (timestampHeader !== null),
          '`timestamp` in `signed` exactly if there is a `timestampHeader`',
        ),
      ),
    ),
    'How requests are signed, if it is not `X-Timestamp` and `X-Signature` of the seamless wallet.',
  ),
});
export type DialectDefinition = v.InferOutput<typeof dialectDefinition>;

/** Renamed and unchanged names together are different. */
function isUnambiguous(keys: readonly string[], names: Readonly<Record<string, string | undefined>>): boolean {
  return new Set(keys.map((key) => names[key] ?? key)).size === keys.length;
}
