import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

/** Set in the address after the payer has decided: the page then returns to the site by itself. */
export const DECIDED = 'decided';

const order = v.object({
  provider: v.pipe(v.string(), v.regex(/^[a-z]{2,20}$/)),
  order: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/)),
  reference: v.pipe(v.string(), v.regex(/^[A-Z0-9]{4,20}$/)),
  amount: v.pipe(v.string(), v.regex(/^\d{1,15}\.\d{4}$/)),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  expires: v.pipe(v.string(), v.regex(/^\d{13}$/), v.transform(Number)),
});
export type Order = v.InferOutput<typeof order>;

/** Parts of the address that are not part of the order. */
const UNSIGNED = ['sign', 'language', DECIDED];

/** Reads an order from the address of the page; undefined unless the merchant's signature covers exactly these fields. */
export function readOrder(query: URLSearchParams, secretOf: (provider: string) => string | undefined): Order | undefined {
  const given = new URLSearchParams([...query].filter(([name]) => !UNSIGNED.includes(name)));
  const read = v.safeParse(order, Object.fromEntries(given));
  const secret = read.success ? secretOf(read.output.provider) : undefined;
  if (!read.success || secret === undefined) return undefined;
  const expected = createHmac('sha256', secret).update(`order.${given}`).digest();
  const sent = Buffer.from(query.get('sign') ?? '', 'hex');
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? read.output : undefined;
}
