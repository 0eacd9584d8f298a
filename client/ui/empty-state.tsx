import type { ReactNode } from 'react';
import display from './display.module.css';
import { Icon } from './icon.tsx';

export interface EmptyStateProps {
  readonly icon: string;
  readonly title: string;
  readonly text?: string;
  /** Link to the next step. */
  readonly children?: ReactNode;
}

/** Placeholder of an empty list, or of one that failed to load. */
export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className={display.empty}>
      <span className={display.emptyIcon}>
        <Icon name={icon} />
      </span>
      <p className={display.emptyTitle}>{title}</p>
      {text ? <p>{text}</p> : null}
      {children}
    </div>
  );
}
