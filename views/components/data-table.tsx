import type { ReactNode } from 'react';
import { classNames } from '../../client/ui/class-names.ts';
import display from '../../client/ui/display.module.css';
import { Money, type MoneyProps } from '../../client/ui/money.tsx';
import type { CurrencyView } from '../../shared/money/amount-text.ts';
import styles from './data-table.module.css';

const SCROLL = classNames(styles.scroll, display.sideways);

interface DataTableProps {
  readonly label: string;
  /** The first column is text, the others are numbers. */
  readonly heads: readonly string[];
  /** All rows are shown; otherwise a long table scrolls in its place. */
  readonly whole?: boolean;
  /** On a phone each row is a card: its first cell is the title, the others have their head as `data-label`. */
  readonly cards?: boolean;
  readonly children: ReactNode;
}

/** A table of numbers. One that is wider than the screen scrolls on its own, or has cards on a phone. */
export function DataTable({ label, heads, whole, cards, children }: DataTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={SCROLL} data-whole={whole || undefined} data-cards={cards || undefined} tabIndex={0} aria-label={label}>
      <table className={display.table}>
        <thead>
          <tr>
            {heads.map((head, n) => (
              <th key={head} scope="col" className={n > 0 ? display.number : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
export interface AmountCellsProps<Key extends string> {
  readonly line: Readonly<Record<Key, string>>;
  readonly keys: readonly Key[];
  /** Heads of the cells, for tables with cards. */
  readonly labels?: readonly string[];
  readonly currency: CurrencyView;
  readonly format?: MoneyProps['format'];
}

/** Cells of wire amounts; `net` with its sign. They are hidden with the other amounts of the page. */
export function AmountCells<Key extends string>({ line, keys, labels, currency, format }: AmountCellsProps<Key>) {
  return keys.map((key, n) => (
    <td key={key} className={display.number} data-label={labels?.[n]}>
      <span data-private>
        <Money amount={line[key]} currency={currency} signed={key === 'net'} {...(format ? { format } : {})} />
      </span>
    </td>
  ));
}
