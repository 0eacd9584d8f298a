import type { MenuEntry } from '../islands/shell/props.ts';
import display from './display.module.css';
import { Icon } from './icon.tsx';
import overlays from './overlays.module.css';

/** A menu entry with its icon, and what waits there. */
export function MenuLink({ entry: { icon, label, href, modal, popup, waiting } }: { readonly entry: MenuEntry }) {
  return (
    <a className={overlays.menuItem} href={href} data-modal={modal} {...(popup && { target: '_blank', rel: 'noopener', 'data-popup': '' })}>
      <Icon name={icon} />
      {label}
      {waiting ? (
        // A live event may change it before the menu hydrates.
        <span
          className={display.badge}
          data-tone="live"
          data-rewards={waiting.source}
          hidden={waiting.count === 0}
          suppressHydrationWarning
        >
          {String(waiting.count)}
        </span>
      ) : null}
    </a>
  );
}
