import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { POINT_CONTACTS, POINT_DRAWINGS, POINT_GOODS_KINDS } from '../../../../../shared/api/points/constants.ts';
import { LANGUAGES } from '../../../../../shared/i18n/languages.ts';
import { parseInputAmount, payableUnit } from '../../../../../shared/money/money.ts';
import { parseWirePoints } from '../../../../../shared/money/points.ts';
import { named, OperatorError, reason } from '../../../operators/index.ts';
import type { GoodsDraft } from '../contracts.ts';

export const GOODS_LONGEST = { name: 80, text: 1_000 } as const;
const MAX_CODES = 500;
const CODE = /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/;
const MAX_PRICE = 10n ** 15n;

/** Codes of vouchers, one a line. */
export const codesField = v.pipe(
  v.optional(v.string(), ''),
  v.maxLength(60_000),
  v.transform((text) => [
    ...new Set(
      text
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ]),
  v.check((codes) => codes.length <= MAX_CODES && codes.every((code) => CODE.test(code)), 'codes'),
);
export const addedCodes = v.object({
  ...named.entries,
  codes: v.pipe(
    codesField,
    v.check((codes) => codes.length > 0, 'codes'),
  ),
});

const count = v.pipe(v.string(), v.trim(), v.regex(/^\d{0,7}$/));
const fields = {
  /** Empty: new goods. */
  id: v.pipe(v.string(), v.regex(/^[\w-]{0,64}$/)),
  kind: v.picklist(POINT_GOODS_KINDS),
  points: v.pipe(v.string(), v.trim(), v.maxLength(16)),
  amount: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(16)), ''),
  /** Empty: without limit. */
  stock: count,
  memberLimit: count,
  minLevel: v.pipe(v.string(), v.regex(/^(?:[1-9]|1\d|20)$/), v.transform(Number)),
  contact: v.picklist(['', ...POINT_CONTACTS]),
  drawing: v.picklist(['', ...POINT_DRAWINGS]),
  position: v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number)),
  shown: v.picklist(['yes', 'no']),
};
export const goodsForm = v.objectWithRest({ ...fields, reason }, v.pipe(v.string(), v.maxLength(GOODS_LONGEST.text)));
type GoodsFields = v.InferOutput<typeof goodsForm>;

interface Terms {
  readonly required: string;
  readonly currency: string;
}

/** The goods of the form, or the first field that is wrong. */
export function goodsOf(form: GoodsFields, { required, currency }: Terms): GoodsDraft {
  const points = parseWirePoints(form.points) ?? 0n;
  if (points <= 0n || points > MAX_PRICE) throw new OperatorError('goodsPoints', {}, 'points');
  const names = textsOf(form, 'name');
  if (!names[required]) throw new OperatorError('contentUntitled', { language: required }, `name-${required}`);
  return {
    id: form.id === '' ? `g-${randomBytes(8).toString('hex')}` : form.id,
    kind: form.kind,
    names,
    texts: textsOf(form, 'text'),
    points,
    amount: amountOf(form, currency),
    stock: form.stock === '' ? null : Number(form.stock),
    memberLimit: form.memberLimit === '' || Number(form.memberLimit) === 0 ? null : Number(form.memberLimit),
    minLevel: form.minLevel,
    contact: form.contact === '' ? null : form.contact,
    drawing: form.drawing === '' ? null : form.drawing,
    position: form.position,
    shown: form.shown === 'yes',
  };
}

/** Vouchers and credits have an amount that the currency can pay; goods have none. */
function amountOf({ kind, amount }: GoodsFields, currency: string): bigint | null {
  if (kind === 'goods') return null;
  const units = parseInputAmount(amount) ?? 0n;
  if (units <= 0n || units % payableUnit(currency) !== 0n) throw new OperatorError('goodsAmount', {}, 'amount');
  return units;
}

function textsOf(form: Readonly<Record<string, unknown>>, part: keyof typeof GOODS_LONGEST): Record<string, string> {
  return Object.fromEntries(
    LANGUAGES.flatMap(({ code }) => {
      const text = String(form[`${part}-${code}`] ?? '').trim();
      if (text.length > GOODS_LONGEST[part]) throw new OperatorError('contentTooLong', { field: `${part}-${code}` }, `${part}-${code}`);
      return text === '' ? [] : [[code, text]];
    }),
  );
}
