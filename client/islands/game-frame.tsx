import { useRef } from 'react';
import { STRIP_TEXTS, Strip } from '../lib/game/strip.tsx';
import { type GameHandle, useGame } from '../lib/game/use-game.ts';
import type { GameFrameProps } from '../lib/island-props.ts';
import { Button, ButtonLink } from '../lib/ui/button.tsx';
import { EmptyState } from '../lib/ui/empty-state.tsx';
import type { IslandContext } from '../runtime/island.ts';
import controls from '../styles/controls.module.css';
import styles from './game-frame.module.css';

export const texts = [
  ...STRIP_TEXTS,
  ...['loading', 'slow', 'slowText', 'failed'].map((key) => `wallet.game_${key}`),
  'play.hostUnknown',
  'common.retry',
  'errors.too_many_requests',
  'errors.upstream_unavailable',
];

type Props = GameFrameProps & IslandContext;

const SANDBOX = 'allow-scripts allow-forms allow-popups allow-modals';

/** A vendor's page in its frame, under a strip with time, result and balance of the session. */
export default function GameFrame(props: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const game = useGame(props, frame);
  return (
    <div ref={stage} className={styles.stage}>
      <Strip {...props} rounds={game.rounds} roundOpen={game.roundOpen} onFullScreen={() => void toggleFullScreen(stage.current)} />
      <div className={styles.frame}>
        {game.url ? (
          <iframe
            key={game.url}
            ref={frame}
            src={game.url}
            title={props.game.name}
            sandbox={props.sameOrigin ? SANDBOX : `${SANDBOX} allow-same-origin`}
            allow="autoplay; fullscreen"
            referrerPolicy="strict-origin"
            onLoad={props.sameOrigin ? undefined : game.setReady}
          />
        ) : null}
        <Cover {...props} handle={game} />
      </div>
    </div>
  );
}

/** What lies over the frame until the game is there: who is opening it, then a way to try again. */
function Cover({ t, game, exitHref, handle }: Props & { readonly handle: GameHandle }) {
  const { url, problem, state, relaunch } = handle;
  if (url && state === 'ready') return null;
  if (url && state === 'loading')
    return (
      <div className={styles.cover} role="status">
        <span className={controls.spinner} />
        <p>{t('wallet.game_loading', { vendor: game.vendorName })}</p>
      </div>
    );
  return (
    <div className={styles.cover} role="alert">
      <EmptyState
        icon={url ? 'hourglass' : 'triangle-alert'}
        title={t(url ? 'wallet.game_slow' : 'wallet.game_failed')}
        text={problem || (url ? t('wallet.game_slowText') : '')}
      >
        <Button variant="primary" onClick={() => void relaunch()}>
          {t('common.retry')}
        </Button>
        <ButtonLink variant="ghost" href={exitHref}>
          {t('wallet.game_exit')}
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

function toggleFullScreen(stage: HTMLElement | null): Promise<void> | undefined {
  return document.fullscreenElement ? document.exitFullscreen() : stage?.requestFullscreen?.();
}
