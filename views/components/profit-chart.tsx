import { parseWireAmount, toWire } from '../../shared/money/money.ts';
import styles from './profit-chart.module.css';

interface ProfitChartProps {
  /** Consecutive days in order. Amounts are wire amounts. */
  readonly days: readonly { readonly day: string; readonly net: string }[];
  /** Text alternative of the chart; the amounts are in a table next to it. */
  readonly label: string;
  /** Formats an amount. */
  money(amount: string): string;
}

/** The drawing is stretched to the available space; labels are separate text because they must not be stretched. */
const HEIGHT = 100;
const STEP = 10;
const COLUMN = 7;
const MAX_LABELS = 5;

/** Columns above and below a line, rendered by the server. Gains and losses differ in position, not only in color. */
export function ProfitChart({ days, label, money }: ProfitChartProps) {
  const nets = days.map(({ net }) => parseWireAmount(net) ?? 0n);
  const top = nets.reduce((max, net) => (net > max ? net : max), 0n);
  const bottom = nets.reduce((least, net) => (net < least ? net : least), 0n);
  const heightOf = (units: bigint) => (Number(units) * HEIGHT) / (Number(top - bottom) || 1);
  const zero = heightOf(top);
  const width = days.length * STEP;
  return (
    <div className={styles.chart}>
      <div className={styles.scale} aria-hidden="true">
        <span>{top > 0n ? money(toWire(top)) : money('0')}</span>
        {bottom < 0n ? <span>{money(toWire(bottom))}</span> : null}
      </div>
      <svg className={styles.drawing} viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {days.map(({ day, net }, n) => {
          const units = nets[n] ?? 0n;
          if (units === 0n) return null;
          const tall = Math.max(Math.abs(heightOf(units)), 1);
          return (
            <rect
              key={day}
              className={units > 0n ? styles.gain : styles.loss}
              x={n * STEP + (STEP - COLUMN) / 2}
              y={units > 0n ? zero - tall : zero}
              width={COLUMN}
              height={tall}
            >
              <title>{`${day}: ${money(net)}`}</title>
            </rect>
          );
        })}
        <line className={styles.zero} x1="0" x2={width} y1={zero} y2={zero} />
      </svg>
      <div className={styles.days} aria-hidden="true">
        {labelled(days).map((day) => (
          <span key={day}>{day.slice(5)}</span>
        ))}
      </div>
    </div>
  );
}

/** First and last day, and some between. */
function labelled(days: ProfitChartProps['days']): readonly string[] {
  const count = Math.min(MAX_LABELS, days.length);
  return Array.from({ length: count }, (_, n) => days[Math.round((n * (days.length - 1)) / Math.max(1, count - 1))]?.day ?? '');
}
