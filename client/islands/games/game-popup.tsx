import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Game } from '../../../shared/api/games/schemas.ts';
import { SUPPORT_PLAY_TRIAL } from '../../../shared/constants.ts';
import { problemText } from '../../page/call.ts';
import { launchHref, PATHS } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Image } from '../../ui/image.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import styles from './game-popup.module.css';
import { MembersOnly } from './members-only.tsx';
import { createVendorGames, type VendorGames } from './vendor-games.ts';

interface GamePopupProps extends IslandContext {
  readonly vassalage: string;
  readonly vendorName: string;
}

const MEMBERS_ONLY = { title: 'play.popupMembersOnly', login: 'header.login' };
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The games of a vendor that opens as a list: searchable, paged, each with its play buttons. */
export function GamePopup({ t, vassalage, vendorName }: GamePopupProps) {
  const list = useVendorGames(vassalage);
  if (!list) return <Skeleton t={t} />;
  return (
    <div className={styles.popup}>
      <Field
        error={undefined}
        name="gameName"
        type="search"
        label={t('play.popupSearch', { vendor: vendorName })}
        maxLength={64}
        autoComplete="off"
        onChange={({ target }) => list.search(target.value)}
      />
      <Games t={t} list={list} vassalage={vassalage} />
    </div>
  );
}

function Games({ t, list, vassalage }: Pick<GamePopupProps, 't' | 'vassalage'> & { readonly list: VendorGames }) {
  const { status, games, name, page, pages, total, refusal } = list.state;
  if (status === 'failed' && refusal?.code === 'unauthorized') return <MembersOnly t={t} keys={MEMBERS_ONLY} next={listHref(vassalage)} />;
  if (status === 'failed')
    return (
      <EmptyState icon="triangle-alert" title={t('play.popupFailed')} text={refusal ? problemText(t, refusal) : ''}>
        <Button variant="primary" icon="refresh-cw" onClick={list.retry}>
          {t('common.retry')}
        </Button>
      </EmptyState>
    );
  if (games.length === 0) {
    if (status === 'busy') return <Skeleton t={t} />;
    return <EmptyState icon="search" title={t(name ? 'play.popupNone' : 'play.popupEmpty')} />;
  }
  return (
    <>
      <p className={styles.count} role="status">
        {status === 'busy' ? t('common.loading') : total === null ? '' : t('play.popupFound', { count: total })}
      </p>
      <ul className={styles.games} aria-busy={status === 'busy'}>
        {games.map((game) => (
          <Row key={game.gameId} t={t} game={game} />
        ))}
      </ul>
      <Pagination t={t} page={page} pages={pages} href={() => listHref(vassalage)} onPage={list.show} />
    </>
  );
}

function Row({ t, game }: Pick<GamePopupProps, 't'> & { readonly game: Game }) {
  const { gameName, showIcon, maintenance, supportPlay } = game;
  return (
    <li className={styles.game}>
      <Image className={styles.art} src={showIcon} alt="" width={48} height={64} />
      <span className={styles.name}>
        {gameName}
        {maintenance ? <small>{t('play.popupClosed')}</small> : null}
      </span>
      {maintenance ? null : (
        <span className={styles.ways}>
          {supportPlay === SUPPORT_PLAY_TRIAL ? (
            <ButtonLink
              dense
              variant="ghost"
              href={launchHref(game, true)}
              data-trial=""
              aria-label={t('play.popupTry', { game: gameName })}
            >
              {t('play.tryFree')}
            </ButtonLink>
          ) : null}
          <ButtonLink dense href={launchHref(game)} aria-label={t('play.popupPlay', { game: gameName })}>
            {t('play.play')}
          </ButtonLink>
        </span>
      )}
    </li>
  );
}

function Skeleton({ t }: Pick<GamePopupProps, 't'>) {
  return (
    <div role="status">
      <span className={display.hidden}>{t('common.loading')}</span>
      <div className={styles.games} aria-hidden="true">
        {SKELETONS.map((key) => (
          <div key={key} className={styles.skeleton} />
        ))}
      </div>
    </div>
  );
}

/** Page that lists the same games. */
function listHref(vassalage: string): string {
  return `${PATHS.game}?vassalage=${encodeURIComponent(vassalage)}`;
}

function useVendorGames(vassalage: string): VendorGames | null {
  const [list, setList] = useState<VendorGames | null>(null);
  useEffect(() => {
    const opened = createVendorGames(vassalage);
    setList(opened);
    return opened.close;
  }, [vassalage]);
  useSyncExternalStore(
    list?.subscribe ?? (() => () => undefined),
    () => list?.state,
    () => undefined,
  );
  return list;
}
