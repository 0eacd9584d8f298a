import controls from '../../styles/controls.module.css';
import { classNames } from './class-names.ts';

export interface IconProps {
  /** Name in the sprite `/icons.svg`. */
  readonly name: string;
  readonly small?: boolean;
  /** Mirrored where the page runs from right to left. */
  readonly directional?: boolean;
  readonly className?: string;
}

/** A picture beside words; what it means is always said in text. */
export function Icon({ name, small, directional, className }: IconProps) {
  return (
    <svg
      className={classNames(controls.icon, small && controls.small, directional && controls.directional, className)}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
