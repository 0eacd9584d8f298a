import { encode } from 'uqr';
import { QR_CODE } from '../../shared/constants.ts';
import styles from './qr-code.module.css';

/** A QR code as one path; dark on light in both themes, as scanners require. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const whole = QR_CODE.size + 2 * QR_CODE.margin;
  return (
    <svg
      className={styles.code}
      width={whole}
      height={whole}
      viewBox={`0 0 ${whole} ${whole}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={whole} height={whole} fill="#fff" />
      <path d={pathOf(data)} fill="#000" transform={`translate(${QR_CODE.margin} ${QR_CODE.margin}) scale(${QR_CODE.size / size})`} />
    </svg>
  );
}

/** Runs of dark modules, row by row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .map((row, y) =>
      runs(row)
        .map(([start, end]) => `M${start} ${y}h${end - start}v1h${start - end}z`)
        .join(''),
    )
    .join('');
}

function runs(row: readonly boolean[]): [start: number, end: number][] {
  const found: [number, number][] = [];
  for (let start = row.indexOf(true); start >= 0; start = row.indexOf(true, start)) {
    const next = row.indexOf(false, start);
    const end = next < 0 ? row.length : next;
    found.push([start, end]);
    start = end;
  }
  return found;
}
