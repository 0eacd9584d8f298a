import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import controls from './controls.module.css';
import { Icon } from './icon.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'outline' | 'danger';

interface ButtonStyle {
  readonly variant?: ButtonVariant;
  readonly dense?: boolean;
  readonly wide?: boolean;
  readonly icon?: string;
  /** Only the icon is visible; the children are the accessible name. */
  readonly iconOnly?: boolean;
}

type Flags = Readonly<Record<'dense' | 'wide' | 'iconOnly', boolean | undefined>>;

type ButtonProps = ButtonStyle &
  ButtonHTMLAttributes<HTMLButtonElement> & { readonly busy?: boolean; readonly ref?: Ref<HTMLButtonElement> };
type ButtonLinkProps = ButtonStyle & AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string };

export function Button({ variant = 'secondary', dense, wide, icon, iconOnly, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...accessibleName(iconOnly, children)}
      aria-busy={busy || undefined}
      className={classNames(buttonClass(variant, { dense, wide, iconOnly }), busy && controls.busy, className)}
    >
      {content(icon, iconOnly, children)}
    </button>
  );
}

export function ButtonLink({ variant = 'secondary', dense, wide, icon, iconOnly, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} {...accessibleName(iconOnly, children)} className={classNames(buttonClass(variant, { dense, wide, iconOnly }), className)}>
      {content(icon, iconOnly, children)}
    </a>
  );
}

function buttonClass(variant: ButtonVariant, { dense, wide, iconOnly }: Flags): string {
  return classNames(controls.button, controls[variant], dense && controls.dense, wide && controls.wide, iconOnly && controls.square);
}

function accessibleName(iconOnly: boolean | undefined, children: ReactNode) {
  return iconOnly && typeof children === 'string' ? { 'aria-label': children } : {};
}

function content(icon: string | undefined, iconOnly: boolean | undefined, children: ReactNode) {
  return (
    <>
      {icon ? <Icon name={icon} /> : null}
      {iconOnly ? null : children}
    </>
  );
}
