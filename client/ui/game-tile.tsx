import type { Game } from '../../shared/api/games/schemas.ts';
import { SUPPORT_PLAY_TRIAL, VOLATILITIES } from '../../shared/constants.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import { stakesText } from '../islands/games/tile-texts.ts';
import { launchHref } from '../page/paths.ts';
import { classNames } from './class-names.ts';
import controls from './controls.module.css';
import display from './display.module.css';
import tile from './game-tile.module.css';
import { Image } from './image.tsx';

/** Class of the element around tiles. */
export const gameGridClass: string = tile.grid ?? '';
/** Id of the page's only form for the hearts of all tiles (`views/components/favourite-form.tsx`). */
export const FAVOURITE_FORM = 'favourites';

export interface GameTileProps {
  readonly game: Game;
  readonly t: Translate;
  /** In the first row: loaded at once instead of near the screen. */
  readonly eager?: boolean;
  /** Known to be a favourite of the member; on other pages favourites are shown after hydration. */
  readonly favourite?: boolean;
}

/**
 * One game: picture, badges, heart, name, vendor and return to player. The whole tile opens the game. Hovering shows
 * the play buttons; on touch screens `tile-events.ts` opens a sheet with them. A closed game stays in the list with a
 * badge.
 */
export function GameTile({ game, t, eager = false, favourite = false }: GameTileProps) {
  const { gameId, gameName, maintenance, rtp, rtpMost } = game;
  return (
    <article
      className={classNames(tile.tile, maintenance && tile.closed)}
      data-tile=""
      data-min={game.minBet}
      data-volatility={game.volatility ?? undefined}
      data-most={game.mostWin ?? undefined}
      data-closed={maintenance ? game.gameCategory : undefined}
    >
      <div className={tile.picture}>
        <Image className={tile.art} src={game.showIcon} alt="" width={300} height={400} eager={eager} />
        {maintenance ? null : <Cover game={game} t={t} />}
        <Badges game={game} t={t} />
      </div>
      <div>
        <a className={classNames(tile.name, tile.link)} href={launchHref(game)} data-launch="" data-part="name">
          {gameName}
        </a>
        <div className={tile.facts}>
          <span className={tile.vendor} data-part="vendor">
            {game.accountTypeName}
          </span>
          {rtp === null ? null : (
            <span className={tile.return} data-part="rtp">
              {rtpMost ? t('lobby.rtpUpTo', { percent: rtpMost }) : t('lobby.rtp', { percent: rtp })}
            </span>
          )}
        </div>
      </div>
      <button
        type="submit"
        form={FAVOURITE_FORM}
        name="gameId"
        value={gameId}
        className={tile.heart}
        aria-pressed={favourite}
        aria-label={t('games.favourite', { game: gameName })}
        suppressHydrationWarning
      />
    </article>
  );
}

/** The play button is decorative: the link of the name covers the whole tile. */
function Cover({ game, t }: Pick<GameTileProps, 'game' | 't'>) {
  return (
    <span className={tile.cover}>
      <span className={classNames(controls.button, controls.dense, controls.primary, tile.play)} aria-hidden="true">
        {t('lobby.play')}
      </span>
      {game.supportPlay === SUPPORT_PLAY_TRIAL ? (
        <a
          className={classNames(controls.button, controls.dense, tile.demo)}
          href={launchHref(game, true)}
          data-launch=""
          data-trial=""
          aria-label={t('games.tryGame', { game: game.gameName })}
        >
          {t('games.tryFree')}
        </a>
      ) : null}
      <VolatilityMeter game={game} t={t} />
    </span>
  );
}

/** Volatility, if the vendor publishes it. The dots are characters: as elements they would add hundreds to a page. */
function VolatilityMeter({ game: { volatility, mostWin }, t }: Pick<GameTileProps, 'game' | 't'>) {
  if (!volatility) return null;
  const level = VOLATILITIES.indexOf(volatility) + 1;
  return (
    <small className={tile.wild}>
      <span>
        {t('games.sheetVolatility')}: {t(`games.volatility_${volatility}`)}{' '}
        <span aria-hidden="true">{'●'.repeat(level).padEnd(VOLATILITIES.length, '○')}</span>
      </span>
      {mostWin ? <span>{t('lobby.mostWin', { times: stakesText(mostWin) })}</span> : null}
    </small>
  );
}

/** At most two badges: a closed game shows only that. */
function Badges({ game, t }: Pick<GameTileProps, 'game' | 't'>) {
  const badges = game.maintenance
    ? [{ tone: 'art', key: 'lobby.maintenance' }]
    : [
        game.isHot && { tone: 'live', key: 'lobby.hot' },
        !game.isHot && game.isNew && { tone: 'accent', key: 'lobby.new' },
        game.supportPlay === SUPPORT_PLAY_TRIAL && { tone: 'art', key: 'lobby.demo' },
      ].filter((badge) => badge !== false);
  if (badges.length === 0) return null;
  return (
    <span className={tile.badges}>
      {badges.map((badge) => (
        <span
          key={badge.key}
          className={classNames(display.badge, badge.key === 'lobby.demo' && tile.trial)}
          data-tone={badge.tone}
          data-trial={badge.key === 'lobby.demo' ? '' : undefined}
        >
          {t(badge.key)}
        </span>
      ))}
    </span>
  );
}
