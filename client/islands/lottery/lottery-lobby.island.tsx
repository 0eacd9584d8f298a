import { playHref } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Image } from '../../ui/image.tsx';
import type { LotteryLobbyProps } from '../games/props.ts';
import { Balls } from './balls.tsx';
import { ClosedIssue, Countdown, CountdownAnnouncement } from './countdown.tsx';
import styles from './lottery-lobby.module.css';
import { type DrawView, gameCodeHref, type LotteryGameView } from './lottery-view.ts';
import { useHistory, useLottery } from './use-lottery.ts';

/** Lotteries with a schedule: the list with countdowns, the selected game with its issue, and the past results. */
export default function LotteryLobby(props: LotteryLobbyProps & IslandContext) {
  const { t, path, selected } = props;
  const { games, offset, stale } = useLottery(props);
  const game = games.find(({ code }) => code === selected) ?? games[0];
  const history = useHistory(props, game);
  if (!game)
    return (
      <EmptyState icon="ticket" title={t('lottery.none')} text={t('lottery.noneText')}>
        <ButtonLink href="/elott">{t('lobby.games')}</ButtonLink>
      </EmptyState>
    );
  return (
    <div className={styles.lobby}>
      <nav className={styles.list} aria-label={t('lottery.games')}>
        {games.map((one) => (
          <GameRow
            key={one.code}
            {...props}
            game={one}
            offset={offset}
            current={one.code === game.code}
            href={gameCodeHref(path, one.code)}
          />
        ))}
      </nav>
      <div className={styles.main}>
        {stale ? <FormMessage kind="info" text={t('lottery.stale')} /> : null}
        <SelectedGame key={game.code} {...props} game={game} offset={offset} />
        {props.draws === null ? null : <History {...props} draws={history.draws} failed={history.failed} retry={history.retry} />}
      </div>
    </div>
  );
}

interface GameProps extends LotteryLobbyProps, IslandContext {
  readonly game: LotteryGameView;
  readonly offset: number | null;
}

function GameRow({ t, game, offset, current, href }: GameProps & { readonly current: boolean; readonly href: string }) {
  return (
    <a className={styles.row} href={href} aria-current={current ? 'true' : undefined}>
      <Image className={styles.icon} src={game.showIcon} alt="" width={300} height={400} />
      <span className={styles.words}>
        <span className={styles.name}>{game.gameName}</span>
        {game.issueSeconds ? <span className={styles.every}>{intervalText(t, game.issueSeconds)}</span> : null}
      </span>
      {game.maintenance ? <span className={display.badge}>{t('lobby.maintenance')}</span> : <Countdown t={t} game={game} offset={offset} />}
    </a>
  );
}

function SelectedGame({ t, game, offset, path, playType }: GameProps) {
  const { current, latest } = game;
  return (
    <section className={classNames(display.card, styles.chosen)} aria-labelledby="lottery-game">
      <header className={styles.head}>
        <div>
          <h2 className={styles.title} id="lottery-game">
            {game.gameName}
          </h2>
          {current || game.issueSeconds !== null ? (
            <p className={styles.every}>{current ? t('lottery.issue', { issue: current.issue }) : t('lottery.noIssue')}</p>
          ) : null}
          <ClosedIssue t={t} game={game} offset={offset} />
        </div>
        {current ? (
          <div className={styles.clock}>
            <span className={styles.every}>{t('lottery.closesIn')}</span>
            <Countdown t={t} game={game} offset={offset} large />
          </div>
        ) : null}
        <CountdownAnnouncement t={t} game={game} offset={offset} />
      </header>
      {latest || game.issueSeconds !== null ? (
        <div>
          <h3 className={styles.label}>{latest ? t('lottery.latestOf', { issue: latest.issue }) : t('lottery.latest')}</h3>
          {latest ? <Balls t={t} numbers={latest.numbers} /> : <p className={styles.every}>{t('lottery.noDraw')}</p>}
        </div>
      ) : null}
      <div className={styles.play}>
        {game.maintenance ? (
          <p>{t('lottery.maintenance')}</p>
        ) : (
          <ButtonLink variant="primary" icon="play" href={playHref(game.code, gameCodeHref(path, game.code), playType)} data-launch="">
            {t('lottery.play', { game: game.gameName })}
          </ButtonLink>
        )}
        <p className={styles.note}>{t(game.issueSeconds === null ? 'lottery.playElsewhere' : 'lottery.playText')}</p>
      </div>
    </section>
  );
}

interface HistoryProps extends LotteryLobbyProps, IslandContext {
  readonly draws: readonly DrawView[];
  readonly failed: boolean;
  readonly retry: () => void;
}

function History({ t, draws, failed, retry, timeZone }: HistoryProps) {
  return (
    <section className={styles.history}>
      <h2 className={styles.title} id="lottery-history">
        {t('lottery.history')}
      </h2>
      {failed ? (
        <div className={styles.failed}>
          <FormMessage text={t('lottery.historyFailed')} />
          <Button icon="refresh-cw" onClick={retry}>
            {t('common.retry')}
          </Button>
        </div>
      ) : null}
      {draws.length === 0 ? (
        <div className={styles.none}>
          <EmptyState icon="hourglass" title={t('lottery.historyNone')} text={t('lottery.historyNoneText')} />
        </div>
      ) : (
        <>
          <p className={styles.note}>
            {t('lottery.historyText', { count: draws.length })} {t('lottery.zone', { zone: timeZone })}
          </p>
          <Draws t={t} draws={draws} />
        </>
      )}
    </section>
  );
}

function Draws({ t, draws }: { readonly t: IslandContext['t']; readonly draws: readonly DrawView[] }) {
  const verifiable = draws.some(({ verifyUrl }) => verifyUrl);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={classNames(styles.scroll, display.sideways)} tabIndex={0} aria-labelledby="lottery-history">
      <table className={styles.table}>
        <thead>
          <tr>
            {['issueColumn', 'numbersColumn', 'drawnColumn', ...(verifiable ? ['verifyColumn'] : [])].map((key) => (
              <th key={key} scope="col">
                {t(`lottery.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {draws.map(({ issue, numbers, drawnAt, drawnText, verifyUrl }) => (
            <tr key={issue}>
              <td className={display.number}>{issue}</td>
              <td>
                <Balls t={t} numbers={numbers} small />
              </td>
              <td className={display.number}>
                <time dateTime={drawnAt}>{drawnText}</time>
              </td>
              {verifiable ? (
                <td>
                  {verifyUrl ? (
                    <a
                      className={styles.verify}
                      href={verifyUrl}
                      target="_blank"
                      rel="noopener"
                      aria-label={t('lottery.verifyDraw', { issue })}
                    >
                      {t('lottery.verify')}
                    </a>
                  ) : null}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function intervalText(t: IslandContext['t'], seconds: number): string {
  return seconds % 60 === 0 ? t('lottery.everyMinutes', { count: seconds / 60 }) : t('lottery.everySeconds', { count: seconds });
}
