import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** 0 to 100. */
  readonly percent: number;
  /** What is measured, for screen readers. */
  readonly label?: string;
  /** Id of the element that names it, instead of a label. */
  readonly labelledBy?: string;
  /** A limit: red once it is reached. */
  readonly isLimit?: boolean;
}

/** How much of something is reached. The numbers stand next to it as text. */
export function ProgressBar({ percent, label, labelledBy, isLimit = false }: ProgressBarProps) {
  return (
    <progress
      className={styles.bar}
      max={100}
      value={percent}
      data-full={(isLimit && percent >= 100) || undefined}
      aria-label={label}
      aria-labelledby={labelledBy}
    >
      {`${percent}%`}
    </progress>
  );
}
