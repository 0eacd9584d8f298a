import type { MenuEntry } from '../islands/shell/props.ts';
import { Icon } from './icon.tsx';
import overlays from './overlays.module.css';

/** A menu entry with its icon. */
export function MenuLink({ entry: { icon, label, href, modal, popup } }: { readonly entry: MenuEntry }) {
  return (
    <a className={overlays.menuItem} href={href} data-modal={modal} {...(popup && { target: '_blank', rel: 'noopener', 'data-popup': '' })}>
      <Icon name={icon} />
      {label}
    </a>
  );
}
