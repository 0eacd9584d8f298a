import '../../../client/styles/index.css';
import type { LotteryLobbyProps } from '../../../client/islands/games/props.ts';
import { LOTTERY_PATHS } from '../../../client/islands/lottery/lottery-view.ts';
import display from '../../../client/ui/display.module.css';
import { Island } from '../../components/island.tsx';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { HeaderOnly } from '../../layouts/shell.tsx';
import { Calendar, type CalendarView } from './calendar.tsx';
import styles from './lottery.module.css';
import { PlayTypes, type PlayTypeView } from './play-types.tsx';
import { Trends, type TrendsView } from './trends.tsx';

interface LotteryPageProps {
  readonly context: PageContext;
  readonly lobby: LotteryLobbyProps;
  /** Of the selected game; none if its draws are not of the built-in games. */
  readonly playTypes: readonly PlayTypeView[];
  /** Of the coming draws of the selected game. */
  readonly calendar?: CalendarView;
  /** Of the past draws of the selected game. */
  readonly trends?: TrendsView;
  /** Where the visitor came from, on this site. */
  readonly back?: string;
}

/** `/lottery`, `/seaLottery`, `/vnlottery`: header, lobby, and how to bet on the draws of the selected game. */
export function LotteryPage({ context, lobby, playTypes, calendar, trends, back }: LotteryPageProps) {
  const { t } = context;
  // The text is about draws that the platform publishes ahead.
  const isScheduled = lobby.games.some(({ issueSeconds }) => issueSeconds !== null);
  return (
    <HeaderOnly context={context}>
      <PageTitle title={t(`lottery.title_${lobby.path.slice(1)}`)} {...(isScheduled ? { text: t('lottery.text') } : {})} />
      <nav className={styles.lobbies} aria-label={t('lottery.lobbies')}>
        {back ? (
          <a className={display.chip} href={back}>
            {t('lottery.back')}
          </a>
        ) : null}
        {LOTTERY_PATHS.map((path) => (
          <a key={path} className={display.chip} href={path} aria-current={path === lobby.path ? 'page' : undefined}>
            {t(`lottery.title_${path.slice(1)}`)}
          </a>
        ))}
      </nav>
      <div className={styles.lobby}>
        <Island name="lottery-lobby" hydrate="load" props={lobby} />
        {playTypes.length > 0 || trends || calendar ? (
          <div className={styles.parts}>
            {playTypes.length > 0 ? <PlayTypes t={t} playTypes={playTypes} /> : null}
            {calendar ? <Calendar t={t} calendar={calendar} /> : null}
            {trends ? <Trends t={t} trends={trends} /> : null}
          </div>
        ) : null}
      </div>
    </HeaderOnly>
  );
}
