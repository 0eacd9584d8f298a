import type { Game } from '../../../shared/api/game-calls.ts';
import { SUPPORT_PLAY_TRIAL } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import controls from '../../styles/controls.module.css';
import display from '../../styles/display.module.css';
import tile from '../../styles/game-tile.module.css';
import { gameHref } from '../paths.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** Locale keys that a tile needs; an island that shows tiles declares them with its own. */
export const GAME_TILE_TEXTS = ['lobby.hot', 'lobby.new', 'lobby.demo', 'lobby.play', 'lobby.maintenance', 'lobby.rtp'] as const;
/** Class of the element around tiles. */
export const gameGridClass: string = tile.grid ?? '';

export interface GameTileProps {
  readonly game: Game;
  readonly t: Translate;
  /** In the first row: loaded at once instead of when it comes near. */
  readonly eager?: boolean;
}

/** One game: picture, badges, name, vendor and return to player. The whole tile opens the game. */
export function GameTile({ game, t, eager }: GameTileProps) {
  return (
    <article className={classNames(tile.tile, game.maintenance && tile.closed)}>
      <div className={tile.picture}>
        <img
          className={tile.art}
          src={game.showIcon}
          alt=""
          width={300}
          height={400}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
        />
        {game.maintenance ? null : (
          <span className={tile.cover} aria-hidden="true">
            <span className={classNames(controls.button, controls.dense, controls.primary)}>
              <Icon name="play" />
              {t('lobby.play')}
            </span>
          </span>
        )}
        <Badges game={game} t={t} />
      </div>
      <div>
        <a className={classNames(tile.name, tile.link)} href={gameHref(game.gameId)} data-launch="">
          {game.gameName}
        </a>
        <div className={tile.facts}>
          <span className={tile.vendor}>{game.accountTypeName}</span>
          {game.rtp === null ? null : <span className={tile.return}>{t('lobby.rtp', { percent: game.rtp })}</span>}
        </div>
      </div>
    </article>
  );
}

/** Two at most: a closed game says only that. */
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
        <span key={badge.key} className={display.badge} data-tone={badge.tone}>
          {t(badge.key)}
        </span>
      ))}
    </span>
  );
}
