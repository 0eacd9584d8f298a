/**
 * Points are whole millionths of a point, as `bigint`: an amount has units of 1/10,000 and a rate has hundredths, so stake times rate is
 * exact. On the wire they are decimal text with six decimals ("1284.500000"); on screen they have two, rounded toward zero.
 */
export type Points = bigint;

export const POINTS_PER_WHOLE = 1_000_000n;
const DECIMALS = 6;
const PER_HUNDREDTH = POINTS_PER_WHOLE / 100n;
const WIRE = /^(-?)(0|[1-9]\d{0,14})(?:\.(\d{1,6}))?$/;

export function parseWirePoints(text: string): Points | undefined {
  const [, sign, whole, decimals = ''] = WIRE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return sign === '-' ? -compose(whole, decimals) : compose(whole, decimals);
}

export function pointsToWire(points: Points): string {
  const size = points < 0n ? -points : points;
  return `${points < 0n ? '-' : ''}${size / POINTS_PER_WHOLE}.${String(size % POINTS_PER_WHOLE).padStart(DECIMALS, '0')}`;
}

/** "1,284.50" */
export function pointsToScreen(points: Points): string {
  const size = points < 0n ? -points : points;
  const decimals = String((size % POINTS_PER_WHOLE) / PER_HUNDREDTH).padStart(2, '0');
  const whole = String(size / POINTS_PER_WHOLE).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${points < 0n && size >= PER_HUNDREDTH ? '-' : ''}${whole}.${decimals}`;
}

/** "1,284" or "1,284.50": without decimals for whole points. */
export function pointsText(points: Points): string {
  return pointsToScreen(points).replace(/\.00$/, '');
}

/** The same of wire points. */
export function pointsOfWire(wire: string): string {
  return pointsText(parseWirePoints(wire) ?? 0n);
}

/** The largest whole number of pieces that the points pay for. */
export function piecesFor(points: Points, price: Points): number {
  if (points <= 0n || price <= 0n) return 0;
  return Number(points / price);
}

/** Points of one unit of the currency on a VIP level; rate and factor in hundredths, rounded down to hundredths as play is counted. */
export function levelRate(rate: number, factor: number): number {
  return Math.floor((rate * factor) / 100);
}

function compose(whole: string, decimals: string): Points {
  return BigInt(whole) * POINTS_PER_WHOLE + BigInt(decimals.padEnd(DECIMALS, '0'));
}
