import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useHoverIntent } from '../lib/hover-intent.ts';
import type { GameDropdownProps, NavItem } from '../lib/island-props.ts';
import { classNames } from '../lib/ui/class-names.ts';
import { Icon } from '../lib/ui/icon.tsx';
import type { IslandContext } from '../runtime/island.ts';
import display from '../styles/display.module.css';
import styles from './game-dropdown.module.css';

export const texts = [
  ...[
    'showGames',
    'providers',
    'gamesOf',
    'noGames',
    'gamesFailed',
    'play',
    'playGame',
    'trialGame',
    'freeTrial',
    'maintenance',
    'hot',
  ].map((key) => `header.${key}`),
  ...['retry', 'loading', 'previous', 'next', 'pageOf'].map((key) => `common.${key}`),
];

const loadPanel = () => import('../lib/dropdown-panel.tsx').then((module) => ({ default: module.DropdownPanel }));
const DropdownPanel = lazy(loadPanel);

type Category = Extract<NavItem, { kind: 'category' }>;

/**
 * The categories of the header. Each is a link to its page; beside it a button opens the vendors and games, and so does
 * resting the pointer on it. Arrow keys move along the row, down into the panel, Escape goes back.
 */
export default function GameDropdown({ t, items }: GameDropdownProps & IslandContext) {
  const [open, setOpen] = useState<string | null>(null);
  const hover = useHoverIntent(setOpen);
  const row = useRef<HTMLUListElement>(null);
  const panelId = useId();
  // The pointer that woke the island is already resting on a category.
  useEffect(() => {
    const pointed = row.current?.querySelector<HTMLElement>('li:hover > [data-category]')?.dataset.category;
    if (pointed && matchMedia('(hover: hover)').matches) setOpen(pointed);
  }, []);
  const category = items.find((item): item is Category => item.kind === 'category' && item.category === open);

  useEffect(() => {
    if (open === null) return;
    // The pointer may have opened it while the focus is elsewhere.
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(null);
      row.current?.querySelector<HTMLElement>(`[data-category="${open}"]`)?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  const onRowKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const links = [...(row.current?.querySelectorAll<HTMLElement>('a,button') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    if (step && at >= 0) {
      event.preventDefault();
      const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -step : step;
      links[(at + forward + links.length) % links.length]?.focus();
    } else if (event.key === 'ArrowDown') {
      const wanted = links[at]?.closest('li')?.querySelector<HTMLElement>('[data-category]')?.dataset.category;
      if (!wanted) return;
      event.preventDefault();
      setOpen(wanted);
      requestAnimationFrame(() => document.getElementById(panelId)?.querySelector<HTMLElement>('a')?.focus());
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving is heard for the row and its panel together
    <div
      className={styles.dropdown}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hover.leave()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(null);
      }}
    >
      <ul ref={row} className={styles.row} onKeyDown={onRowKey}>
        {items.map((item) =>
          item.kind === 'link' ? (
            <li key={item.href} onPointerEnter={() => open !== null && hover.leave()}>
              <a className={styles.link} href={item.href} aria-current={item.current ? 'page' : undefined}>
                {item.label}
                {item.badge ? <span className={display.badge}>{item.badge}</span> : null}
              </a>
            </li>
          ) : (
            <li
              key={item.category}
              className={styles.item}
              data-open={item.category === open || undefined}
              onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hover.enter(item.category)}
            >
              <a className={styles.link} href={item.href} aria-current={item.current ? 'page' : undefined}>
                {item.label}
              </a>
              <button
                type="button"
                className={styles.opener}
                data-category={item.category}
                aria-label={t('header.showGames', { category: item.label })}
                aria-expanded={item.category === open}
                aria-controls={item.category === open ? panelId : undefined}
                onClick={() => {
                  hover.stay();
                  setOpen(item.category === open ? null : item.category);
                }}
              >
                <Icon name="chevron-down" small />
              </button>
            </li>
          ),
        )}
      </ul>
      {category ? (
        <div id={panelId} className={classNames(styles.panel)} onPointerEnter={hover.stay}>
          <Suspense fallback={null}>
            <DropdownPanel key={category.category} t={t} category={category} />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}
