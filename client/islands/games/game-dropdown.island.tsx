import { type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { IslandContext } from '../../runtime/island.ts';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import type { GameDropdownProps, NavItem } from '../shell/props.ts';
import styles from './game-dropdown.module.css';
import { useHoverIntent } from './hover-intent.ts';

const loadPanel = () => import('./dropdown-panel.tsx').then((module) => ({ default: module.DropdownPanel }));
const DropdownPanel = lazy(loadPanel);

type Category = Extract<NavItem, { kind: 'category' }>;
type Link = Extract<NavItem, { kind: 'link' }>;
type SetOpen = (category: string | null, by?: 'pointer' | 'key') => void;

/**
 * Game categories of the header. Each is a link to its page. A button next to it, or hovering, opens the panel of
 * vendors and games. Arrow keys move along the row; Enter, Tab and arrow down move into the panel; Escape returns.
 */
export default function GameDropdown({ t, items }: GameDropdownProps & IslandContext) {
  const [open, show] = useState<string | null>(null);
  const isPointed = useRef(false);
  /** Number of times the keyboard entered the panel; each change moves the focus into it. */
  const [entries, setEntries] = useState(0);
  const setOpen: SetOpen = (category, by) => {
    isPointed.current = by === 'pointer';
    show(category);
    setEntries((count) => (category === null || by === 'pointer' ? 0 : by === 'key' ? count + 1 : count));
  };
  const hover = useHoverIntent((category) => setOpen(category, 'pointer'));
  const row = useRef<HTMLUListElement>(null);
  const panelId = useId();
  // The pointer that triggered hydration is already over a category.
  useEffect(() => {
    const pointed = row.current?.querySelector<HTMLElement>('li:hover > [data-category]')?.dataset.category;
    if (!pointed || !matchMedia('(hover: hover)').matches) return;
    isPointed.current = true;
    show(pointed);
  }, []);
  useEscape(row, open, setOpen);
  const category = items.find((item): item is Category => item.kind === 'category' && item.category === open);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer leave is handled for the row and its panel together
    <div
      className={styles.dropdown}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hover.leave()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        if (relatedTarget) setOpen(null);
        // The focus may have brought a further line of entries.
        row.current?.scrollTo(0, 0);
      }}
    >
      <ul ref={row} className={styles.row} onKeyDown={(event) => onRowKey(event, row.current, open, setOpen)}>
        {items.map((item) =>
          item.kind === 'link' ? (
            <LinkItem key={item.href} item={item} onEnter={() => open !== null && hover.leave()} />
          ) : (
            <CategoryItem
              key={item.category}
              t={t}
              item={item}
              open={open}
              panelId={panelId}
              hover={hover}
              isPointed={isPointed}
              setOpen={setOpen}
            />
          ),
        )}
      </ul>
      {category ? (
        <div id={panelId} className={styles.panel} onPointerEnter={hover.stay}>
          <Suspense fallback={null}>
            <DropdownPanel key={category.category} t={t} category={category} entries={entries} onLeave={() => focusOpener(row, open)} />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}

function LinkItem({ item, onEnter }: { item: Link; onEnter: () => void }) {
  return (
    <li onPointerEnter={onEnter}>
      <a className={display.navLink} href={item.href} aria-current={item.current ? 'page' : undefined}>
        {item.label}
        {item.badge ? <span className={display.badge}>{item.badge}</span> : null}
      </a>
    </li>
  );
}

interface CategoryItemProps {
  readonly t: IslandContext['t'];
  readonly item: Category;
  /** The category whose panel is open. */
  readonly open: string | null;
  readonly panelId: string;
  readonly hover: ReturnType<typeof useHoverIntent>;
  /** Opened by hovering only. A click then keeps the panel open instead of closing it. */
  readonly isPointed: RefObject<boolean>;
  readonly setOpen: SetOpen;
}

function CategoryItem({ t, item, open, panelId, hover, isPointed, setOpen }: CategoryItemProps) {
  const isOpen = item.category === open;
  return (
    <li
      className={styles.item}
      data-open={isOpen || undefined}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hover.enter(item.category)}
    >
      <a className={display.navLink} href={item.href} aria-current={item.current ? 'page' : undefined}>
        {item.label}
      </a>
      <button
        type="button"
        className={styles.opener}
        data-category={item.category}
        aria-label={t('header.showGames', { category: item.label })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={({ detail }) => {
          hover.stay();
          // `detail` is 0 for a click from the keyboard.
          setOpen(isOpen && !isPointed.current ? null : item.category, detail === 0 ? 'key' : undefined);
        }}
      >
        <Icon name="chevron-down" small />
      </button>
    </li>
  );
}

function useEscape(row: RefObject<HTMLUListElement | null>, open: string | null, setOpen: SetOpen): void {
  useEffect(() => {
    if (open === null) return;
    // The panel may have been opened by hovering while the focus is elsewhere.
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(null);
      focusOpener(row, open);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [row, open, setOpen]);
}

function focusOpener(row: RefObject<HTMLUListElement | null>, category: string | null): void {
  row.current?.querySelector<HTMLElement>(`[data-category="${category}"]`)?.focus();
}

function onRowKey(event: KeyboardEvent, row: HTMLUListElement | null, open: string | null, setOpen: SetOpen): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const links = [...(row?.querySelectorAll<HTMLElement>('a,button') ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (step && at >= 0) {
    event.preventDefault();
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -step : step;
    links[(at + forward + links.length) % links.length]?.focus();
    return;
  }
  const wanted = links[at]?.closest('li')?.querySelector<HTMLElement>('[data-category]')?.dataset.category;
  const isOpener = links[at]?.dataset.category !== undefined;
  const enters = event.key === 'ArrowDown' || (event.key === 'Tab' && !event.shiftKey && isOpener && wanted === open);
  if (!wanted || !enters) return;
  event.preventDefault();
  setOpen(wanted, 'key');
}
