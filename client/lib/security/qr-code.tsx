import { encode } from 'uqr';
import styles from './security.module.css';

/** Specification, section 9: default size 200, margin 20. */
const SIZE = 200;
const MARGIN = 20;

/** A QR code as one path, dark on light in both themes: readers expect it so. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const whole = SIZE + 2 * MARGIN;
  const scale = SIZE / size;
  return (
    <svg
      className={styles.qr}
      width={whole}
      height={whole}
      viewBox={`0 0 ${whole} ${whole}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={whole} height={whole} fill="#fff" />
      <path d={pathOf(data)} fill="#000" transform={`translate(${MARGIN} ${MARGIN}) scale(${scale})`} />
    </svg>
  );
}

/** Runs of dark modules, row by row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      let end = x;
      while (row[end]) end += 1;
      path += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = end;
    }
  }
  return path;
}
