import '../../client/styles/index.css';
import type { GameFrameProps } from '../../client/lib/island-props.ts';
import { ButtonLink } from '../../client/lib/ui/button.tsx';
import { EmptyState } from '../../client/lib/ui/empty-state.tsx';
import display from '../../client/styles/display.module.css';
import { Island } from '../components/island.tsx';
import { MEMBER_LINKS, type PageContext } from '../layouts/page-context.ts';
import { HeaderOnly } from '../layouts/shell.tsx';
import styles from './game.module.css';

export interface GamePageProps {
  readonly context: PageContext;
  /** `signed-out`: the sign-in dialog is open and leads back here. */
  readonly game:
    | ({ readonly kind: 'frame' } & Pick<GameFrameProps, 'game' | 'url' | 'message' | 'sameOrigin' | 'trial' | 'exitHref'>)
    | { readonly kind: 'signed-out'; readonly loginHref: string };
}

/** A game in its frame, under a strip of its own. */
export function GamePage({ context, game }: GamePageProps) {
  const { t } = context;
  return (
    <HeaderOnly context={context} immersive>
      {game.kind === 'frame' ? (
        <>
          <h1 className={display.hidden}>{game.game.name}</h1>
          <Island
            name="game-frame"
            wake="load"
            props={({ balance }) => ({
              game: game.game,
              url: game.url,
              message: game.message,
              sameOrigin: game.sameOrigin,
              trial: game.trial,
              exitHref: game.exitHref,
              balance,
              links: MEMBER_LINKS,
            })}
          />
        </>
      ) : (
        <div className={styles.gate}>
          <h1 className={display.hidden}>{t('lobby.play')}</h1>
          <EmptyState icon="lock" title={t('lobby.notLoggedIn')} text={t('lobby.notLoggedInText')}>
            <ButtonLink variant="primary" href={game.loginHref} data-modal="login">
              {t('lobby.login')}
            </ButtonLink>
            <ButtonLink variant="ghost" href="/index">
              {t('lobby.backToLobby')}
            </ButtonLink>
          </EmptyState>
        </div>
      )}
    </HeaderOnly>
  );
}
