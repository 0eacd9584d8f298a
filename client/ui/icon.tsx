import { classNames } from './class-names.ts';
import controls from './controls.module.css';

export interface IconProps {
  /** Name in the sprite `/icons.svg`. */
  readonly name: string;
  readonly small?: boolean;
  /** Mirrored in right-to-left pages. */
  readonly directional?: boolean;
  readonly className?: string;
}

/** A decorative icon; its meaning is always given as text. */
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
