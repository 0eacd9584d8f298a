import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Game } from '../../../shared/api/games/schemas.ts';
import { SUPPORT_PLAY_TRIAL } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { gameHref } from '../../page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { NavItem, NavVendor } from '../shell/props.ts';
import { useVendorGames } from './dropdown-games.ts';
import type { VendorGames } from './dropdown-store.ts';
import styles from './game-dropdown.module.css';
import { useHoverIntent } from './hover-intent.ts';
import { MembersOnly } from './members-only.tsx';

interface PanelProps {
  readonly t: Translate;
  readonly category: Extract<NavItem, { kind: 'category' }>;
}

interface DropdownPanelProps extends PanelProps {
  /** Increases each time the keyboard enters the panel; 0 while only hovering has opened it. */
  readonly entries: number;
  /** Shift+Tab before the vendors. */
  readonly onLeave: () => void;
}

/**
 * Vendors on one side, the games of the selected vendor on the other. The vendors are one tab stop with arrow keys
 * inside; the next stops are the games.
 */
export function DropdownPanel({ t, category, entries, onLeave }: DropdownPanelProps) {
  const [code, setCode] = useState(category.vendors[0]?.code);
  const hover = useHoverIntent((next) => next !== null && setCode(next));
  const vendor = category.vendors.find((one) => one.code === code);
  const vendors = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (entries > 0) vendors.current?.querySelector<HTMLElement>('[data-current]')?.focus();
  }, [entries]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links of the panel
    <div className={styles.columns} onKeyDown={moveByArrows}>
      <ul
        ref={vendors}
        className={styles.vendors}
        aria-label={t('header.providers')}
        onKeyDown={(event) => {
          if (event.key !== 'Tab' || !event.shiftKey) return;
          event.preventDefault();
          onLeave();
        }}
      >
        {category.vendors.map((one) => (
          <li key={one.code}>
            <VendorLink
              t={t}
              vendor={one}
              current={one.code === code}
              onPoint={() => hover.enter(one.code)}
              onFocus={() => setCode(one.code)}
            />
          </li>
        ))}
      </ul>
      {vendor ? <Games key={vendor.code} t={t} category={category} vendor={vendor} /> : null}
    </div>
  );
}

interface VendorLinkProps {
  readonly t: Translate;
  readonly vendor: NavVendor;
  readonly current: boolean;
  readonly onPoint: () => void;
  readonly onFocus: () => void;
}

/** Touch has no hover: the first tap shows the vendor's games, the second follows the link. */
function VendorLink({ t, vendor, current, onPoint, onFocus }: VendorLinkProps) {
  const only = useRef(false);
  return (
    <a
      className={styles.vendor}
      href={vendor.href}
      data-current={current || undefined}
      tabIndex={current ? 0 : -1}
      {...(vendor.popup ? { 'data-modal': 'game-popup', 'data-vassalage': vendor.code, 'data-vendor': vendor.name } : {})}
      onPointerEnter={onPoint}
      onPointerDown={({ pointerType }) => {
        only.current = pointerType === 'touch' && !current;
      }}
      onFocus={onFocus}
      onClick={(event) => {
        if (!only.current) return;
        event.preventDefault();
        only.current = false;
        onFocus();
      }}
    >
      <img src={vendor.icon} alt="" width={84} height={28} />
      <span>{vendor.name}</span>
      {vendor.hot && !vendor.maintenance ? (
        <span className={display.badge} data-tone="live">
          {t('header.hot')}
        </span>
      ) : null}
      {vendor.maintenance ? <span className={display.badge}>{t('header.maintenance')}</span> : null}
    </a>
  );
}

interface GamesProps extends PanelProps {
  readonly vendor: NavVendor;
}

function Games({ t, category, vendor }: GamesProps) {
  const [page, setPage] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const answer = useVendorGames(category.category, vendor.code, page, attempt);
  const [pages, setPages] = useState(1);
  if (answer.state === 'ready' && answer.pages !== pages) setPages(answer.pages);
  const section = useRef<HTMLElement>(null);
  // The panel keeps its height on a page with fewer games: a smaller panel would leave the pointer and close.
  const turn = (to: number) => {
    if (section.current) section.current.style.minBlockSize = `${section.current.offsetHeight}px`;
    setPage(to);
  };
  return (
    <section
      ref={section}
      className={styles.games}
      aria-label={t('header.gamesOf', { vendor: vendor.name })}
      aria-busy={answer.state === 'loading'}
    >
      <GameList t={t} answer={answer} retry={() => setAttempt(attempt + 1)} />
      {pages > 1 ? (
        <div className={styles.pager}>
          <Button dense iconOnly icon="chevron-left" disabled={page === 1} onClick={() => turn(page - 1)}>
            {t('common.previous')}
          </Button>
          <span role="status">{t('common.pageOf', { page, pages })}</span>
          <Button dense iconOnly icon="chevron-right" disabled={page === pages} onClick={() => turn(page + 1)}>
            {t('common.next')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

function GameList({ t, answer, retry }: { readonly t: Translate; readonly answer: VendorGames; readonly retry: () => void }) {
  if (answer.state === 'failed')
    return (
      <EmptyState icon="wifi-off" title={t('header.gamesFailed')}>
        <Button onClick={retry}>{t('common.retry')}</Button>
      </EmptyState>
    );
  if (answer.state === 'members') return <MembersOnly t={t} next={location.pathname + location.search} />;
  if (answer.state === 'loading')
    return (
      <div className={styles.tiles} role="status" aria-label={t('common.loading')}>
        {SKELETONS.map((key) => (
          <span key={key} className={classNames(display.skeleton, display.skeletonTile)} />
        ))}
      </div>
    );
  if (answer.games.length === 0) return <EmptyState icon="search" title={t('header.noGames')} />;
  return (
    <ul className={styles.tiles}>
      {answer.games.map((game) => (
        <GameEntry key={game.gameId} t={t} game={game} />
      ))}
    </ul>
  );
}

function GameEntry({ t, game }: { readonly t: Translate; readonly game: Game }) {
  return (
    <li className={styles.game}>
      <img src={game.showIcon} alt="" width={300} height={400} loading="lazy" decoding="async" />
      <span className={styles.name} data-part="name">
        {game.gameName}
      </span>
      {game.maintenance ? (
        <span className={display.badge}>{t('header.maintenance')}</span>
      ) : (
        <span className={styles.actions}>
          <a
            className={classNames(controls.button, controls.primary)}
            href={gameHref(game.gameId)}
            aria-label={t('header.playGame', { game: game.gameName })}
          >
            <Icon name="play" small />
            {t('header.play')}
          </a>
          {game.supportPlay === SUPPORT_PLAY_TRIAL ? (
            <a
              className={classNames(controls.button, controls.secondary)}
              href={gameHref(game.gameId, true)}
              data-trial=""
              aria-label={t('header.trialGame', { game: game.gameName })}
            >
              {t('header.freeTrial')}
            </a>
          ) : null}
        </span>
      )}
    </li>
  );
}

/** Up and down move within the vendors or games, left and right between the two lists. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const list = (event.target as Element).closest('ul');
  if (!list) return;
  const links = [...list.querySelectorAll<HTMLElement>('a')].filter((link) => link.checkVisibility());
  const at = links.indexOf(event.target as HTMLElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const other = { ArrowRight: 'section a', ArrowLeft: '[data-current]' }[event.key];
  const target = step ? links[(at + step + links.length) % links.length] : other && event.currentTarget.querySelector<HTMLElement>(other);
  if (!target) return;
  event.preventDefault();
  target.focus();
}
