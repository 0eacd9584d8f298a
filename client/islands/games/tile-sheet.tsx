import { useEffect, useState } from 'react';
import { gameList } from '../../../shared/api/games/calls.ts';
import type { Game } from '../../../shared/api/games/schemas.ts';
import { type GameCategory, VOLATILITIES, type Volatility } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { call } from '../../page/call.ts';
import { gameHref, launchHref } from '../../page/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import display from '../../ui/display.module.css';
import { Image } from '../../ui/image.tsx';
import { Money } from '../../ui/money.tsx';
import type { TileView } from './tile-events.ts';
import styles from './tile-sheet.module.css';
import { stakesText } from './tile-texts.ts';

interface TileSheetProps {
  readonly t: Translate;
  readonly currency: CurrencyView;
  readonly tile: TileView;
  readonly onClosed: () => void;
}

const SIMILAR = 3;

/** Details of one game with its play buttons; for a game in maintenance, similar games. */
export function TileSheet({ t, currency, tile, onClosed }: TileSheetProps) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog t={t} title={tile.name} open={open} onClose={onClosed}>
      <div className={styles.head}>
        <img className={styles.picture} src={tile.image} alt="" width={300} height={400} />
        <div className={styles.words}>
          <p className={styles.vendor}>{tile.vendor}</p>
          {tile.closed === null ? <Actions t={t} tile={tile} onGo={close} /> : <p>{t('games.sheetClosed')}</p>}
        </div>
      </div>
      {tile.closed === null ? (
        <Facts t={t} tile={tile} currency={currency} />
      ) : (
        <Similar t={t} category={tile.closed as GameCategory} gameId={tile.gameId} onGo={close} />
      )}
    </Dialog>
  );
}

function Actions({ t, tile, onGo }: { readonly t: Translate; readonly tile: TileView; readonly onGo: () => void }) {
  return (
    <div className={styles.ways}>
      <ButtonLink variant="primary" icon="play" href={tile.href} data-launch="" onClick={onGo} data-first>
        {t('lobby.play')}
      </ButtonLink>
      {tile.trial ? (
        <ButtonLink
          href={gameHref(tile.gameId, true)}
          data-launch=""
          data-trial=""
          onClick={onGo}
          aria-label={t('games.tryGame', { game: tile.name })}
        >
          {t('games.tryFree')}
        </ButtonLink>
      ) : null}
    </div>
  );
}

function Facts({ t, tile, currency }: Pick<TileSheetProps, 't' | 'tile' | 'currency'>) {
  return (
    <dl className={styles.facts}>
      {tile.minBet ? (
        <div>
          <dt>{t('games.sheetMinBet')}</dt>
          <dd>
            <Money amount={tile.minBet} currency={currency} />
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t('games.sheetReturn')}</dt>
        <dd>{tile.rtp || t('games.sheetNoReturn')}</dd>
        <dd className={styles.why}>{t('games.sheetReturnText')}</dd>
      </div>
      <VolatilityMeter t={t} tile={tile} />
    </dl>
  );
}

/** Volatility, if the vendor publishes it: as dots, and as text for screen readers. */
function VolatilityMeter({ t, tile: { volatility, mostWin } }: Pick<TileSheetProps, 't' | 'tile'>) {
  const level = VOLATILITIES.indexOf(volatility as Volatility);
  return (
    <>
      {level < 0 ? null : (
        <div>
          <dt>{t('games.sheetVolatility')}</dt>
          <dd className={styles.level}>
            <span aria-hidden="true">
              {VOLATILITIES.map((step, index) => (
                <i key={step} data-on={index <= level || undefined} />
              ))}
            </span>
            {t(`games.volatility_${volatility}`)}
          </dd>
          <dd className={styles.why}>{t('games.sheetVolatilityText')}</dd>
        </div>
      )}
      {mostWin ? (
        <div>
          <dt>{t('games.sheetMostWin')}</dt>
          <dd>{t('games.sheetMostWinText', { times: stakesText(mostWin) })}</dd>
        </div>
      ) : null}
    </>
  );
}

interface SimilarProps {
  readonly t: Translate;
  readonly category: GameCategory;
  readonly gameId: string;
  readonly onGo: () => void;
}

function Similar({ t, category, gameId, onGo }: SimilarProps) {
  const games = useSimilar(category, gameId);
  if (!games)
    return (
      <div className={styles.similar} role="status" aria-label={t('common.loading')}>
        {['a', 'b', 'c'].map((key) => (
          <span key={key} className={classNames(display.skeleton, display.skeletonTile)} />
        ))}
      </div>
    );
  if (games.length === 0) return <p>{t('games.sheetNoSimilar')}</p>;
  return (
    <section>
      <h3 className={styles.title}>{t('games.sheetSimilar')}</h3>
      <ul className={styles.similar}>
        {games.map((game) => (
          <li key={game.gameId} className={styles.other}>
            <Image className={styles.picture} src={game.showIcon} alt="" width={300} height={400} />
            <a href={launchHref(game)} data-launch="" onClick={onGo}>
              {game.gameName}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Open games of the same category; empty if they cannot be loaded. */
function useSimilar(gameCategory: GameCategory, gameId: string): readonly Game[] | undefined {
  const [games, setGames] = useState<readonly Game[]>();
  useEffect(() => {
    const controller = new AbortController();
    void call(gameList, { query: { gameCategory, sort: 'popular' }, signal: controller.signal }).then((answer) => {
      if (controller.signal.aborted) return;
      const others = answer.success ? answer.value.games.filter((game) => !game.maintenance && game.gameId !== gameId) : [];
      setGames(others.slice(0, SIMILAR));
    });
    return () => controller.abort();
  }, [gameCategory, gameId]);
  return games;
}
