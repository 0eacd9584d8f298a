import '../../../client/styles/index.css';
import type { LotteryLobbyProps } from '../../../client/islands/games/props.ts';
import { LOTTERY_PATHS } from '../../../client/islands/lottery/lottery-view.ts';
import display from '../../../client/ui/display.module.css';
import { Island } from '../../components/island.tsx';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { HeaderOnly } from '../../layouts/shell.tsx';
import styles from './lottery.module.css';

/** `/lottery`, `/seaLottery`, `/vnlottery`: header and lobby only. */
export function LotteryPage({ context, lobby }: { readonly context: PageContext; readonly lobby: LotteryLobbyProps }) {
  const { t } = context;
  // The text is about draws that the platform publishes ahead.
  const isScheduled = lobby.games.some(({ issueSeconds }) => issueSeconds !== null);
  return (
    <HeaderOnly context={context}>
      <PageTitle title={t(`lottery.title_${lobby.path.slice(1)}`)} {...(isScheduled ? { text: t('lottery.text') } : {})} />
      <nav className={styles.lobbies} aria-label={t('lottery.lobbies')}>
        {LOTTERY_PATHS.map((path) => (
          <a key={path} className={display.chip} href={path} aria-current={path === lobby.path ? 'page' : undefined}>
            {t(`lottery.title_${path.slice(1)}`)}
          </a>
        ))}
      </nav>
      <Island name="lottery-lobby" hydrate="load" props={lobby} />
    </HeaderOnly>
  );
}
