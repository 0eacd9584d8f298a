import { randomBytes } from 'node:crypto';
import { POINTS_PER_WHOLE, pointsToScreen } from '../../../../shared/money/points.ts';
import { type Exchange, exchange } from '../../../../shared/rules/exchange.ts';
import { zonedDay } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import { type AfterCommit, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { ConversionRow, ConvertOrder, PointDeps } from './contracts.ts';
import { payPoints } from './deliver.ts';
import { lockPoints, postPoints } from './post.ts';
import { insufficient, requireOffered } from './redeem.ts';

const WHOLE_POINTS = /^[1-9]\d{0,8}$/;

/** Converts points to money, which is paid at once. One reference converts once. */
export async function convert(deps: PointDeps, actor: Actor, order: ConvertOrder): Promise<ConversionRow> {
  const { db } = deps;
  const { memberId } = actor;
  const text = order.points.trim();
  const before = await findConversion(db, memberId, order.reference);
  if (before) return sameConversion(before, text);
  const asked = await readOrder(deps, db, memberId, text);
  // Outside the transaction: a failed attempt must be counted even if the transaction is rolled back.
  await deps.paymentPassword.check(memberId, order.paymentPassword);
  return inTransaction(db, (tx, afterCommit) => open(deps, tx, afterCommit, { memberId, reference: order.reference, text, asked }));
}

interface Asked extends Exchange {
  readonly currency: string;
  readonly timeZone: string;
}

/** The exchange of an entered number of points, or the refusal. */
async function readOrder(deps: PointDeps, executor: Executor, memberId: string, text: string): Promise<Asked> {
  await requireOffered(deps, executor, memberId);
  const { points: rules, currency, timeZone } = (await readMerchant(executor, deps.merchant)).settings;
  if (rules.conversion === null) throw new Refusal('points_convert_off');
  const { pointsPerUnit, least } = rules.conversion;
  const points = WHOLE_POINTS.test(text) ? BigInt(text) * POINTS_PER_WHOLE : 0n;
  const { units, ...exchanged } = exchange(points, pointsPerUnit, currency);
  const fewest = pointsToScreen(BigInt(least) * POINTS_PER_WHOLE);
  if (points < BigInt(least) * POINTS_PER_WHOLE || units === 0n) throw new Refusal('points_convert_least', { min: fewest });
  const account = await executor.selectFrom('point_account').select('balance').where('member_id', '=', memberId).executeTakeFirst();
  if (BigInt(account?.balance ?? 0) < exchanged.points) throw insufficient(BigInt(account?.balance ?? 0), exchanged.points);
  return { ...exchanged, units, currency, timeZone };
}

interface Opening {
  readonly memberId: string;
  readonly reference: string;
  readonly text: string;
  readonly asked: Asked;
}

async function open(
  deps: PointDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { memberId, reference, text, asked: { points, units, currency, timeZone } }: Opening,
): Promise<ConversionRow> {
  await lockPoints(tx, memberId);
  // A concurrent duplicate may have been stored before the lock.
  const duplicate = await findConversion(tx, memberId, reference);
  if (duplicate) return sameConversion(duplicate, text);
  await requireOffered(deps, tx, memberId);
  const id = `c_${randomBytes(12).toString('hex')}`;
  const now = deps.clock.now();
  const day = zonedDay(now.getTime(), timeZone);
  const posted = await postPoints(tx, { memberId, kind: 'converted', points: -points, reference: `conversion:${id}`, day, at: now });
  if (posted.outcome !== 'posted') throw insufficient(posted.balance, points);
  const payment = { reference: `points:${id}`, currency, memberId, units, meta: { conversionId: id } };
  const transferId = await payPoints(deps, tx, afterCommit, payment);
  return tx
    .insertInto('point_conversion')
    .values({
      id,
      member_id: memberId,
      client_reference: reference,
      entered: text,
      points: points.toString(),
      amount: units.toString(),
      currency,
      transfer_id: transferId,
      at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function sameConversion(row: ConversionRow, text: string): ConversionRow {
  if (row.entered !== text) throw new Refusal('reference_conflict');
  return row;
}

function findConversion(executor: Executor, memberId: string, reference: string): Promise<ConversionRow | undefined> {
  return executor
    .selectFrom('point_conversion')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('client_reference', '=', reference)
    .executeTakeFirst();
}
