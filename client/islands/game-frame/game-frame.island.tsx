import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { CUSTOMER_SERVICE } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ChatPanelProps } from '../chat/chat-panel.tsx';
import type { GameFrameProps } from '../games/props.ts';
import { useChatToggle } from './chat-toggle.ts';
import styles from './game-frame.module.css';
import { LastRoundCard } from './last-round.tsx';
import { RealityCheck, StakeRefused } from './reality-check.tsx';
import { Strip } from './strip.tsx';
import { type GameHandle, useGame } from './use-game.ts';
import { usePlay } from './use-play.ts';

/** If its script does not load, the game continues without it. */
const ChatPanel = lazy<ComponentType<ChatPanelProps>>(() =>
  loadChat().catch((error: unknown) => {
    reportError(error);
    return { default: () => null };
  }),
);

async function loadChat(): Promise<{ default: ComponentType<ChatPanelProps> }> {
  const { ChatPanel: panel, loadChatTexts } = await import('../chat/chat-panel.tsx');
  await loadChatTexts();
  return { default: panel };
}

type Props = GameFrameProps & IslandContext;

/** A tab that a game opens has this sandbox too, and a proof is saved from there. */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-modals allow-downloads';

/** A vendor's page in its frame, below a strip with time, result and balance of the session. */
export default function GameFrame(props: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const game = useGame(props, frame);
  const { t, trial, exitHref, links } = props;
  const play = usePlay(game.rounds, game.changes, !trial && game.url !== null);
  // A round in progress is finished first, unless it needs another stake, which the wallet refuses until the check is
  // confirmed.
  const checking = play.state?.check.due === true && (!game.roundOpen || play.refused);
  const chat = useChatToggle(props.chat);
  const { hold } = game;
  useEffect(() => hold(checking), [hold, checking]);
  return (
    <div ref={stage} className={styles.stage}>
      <Strip
        {...props}
        play={play}
        chatToggle={chat}
        roundOpen={game.roundOpen}
        onFullScreen={() => void toggleFullScreen(stage.current)}
      />
      {trial ? null : <LastRoundCard t={t} gameId={props.game.gameId} longBets={props.game.longBets} rounds={game.rounds} />}
      <div className={styles.sides} data-chat={chat.open || undefined}>
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
              onLoad={game.loaded}
            />
          ) : null}
          <Cover {...props} handle={game} />
        </div>
        {chat.open ? (
          <Suspense fallback={null}>
            <ChatPanel id={chat.id} languageTag={props.languageTag} onClose={chat.close} />
          </Suspense>
        ) : null}
      </div>
      {play.refused && play.state && !checking ? (
        <StakeRefused t={t} play={play.state} exitHref={exitHref} onDismiss={play.dismiss} />
      ) : null}
      <RealityCheck t={t} play={play.state} open={checking} recordHref={links.bettingRecord} exitHref={exitHref} onConfirm={play.confirm} />
    </div>
  );
}

/** Cover over the frame until the game is ready: first the loading state, then a button to try again. */
function Cover({ t, game, rest, next, exitHref, handle }: Props & { readonly handle: GameHandle }) {
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
        icon={url ? 'hourglass' : next ? 'pause' : 'triangle-alert'}
        title={t(url ? 'wallet.game_slow' : refusalTitle(rest, next))}
        text={problem || (url ? t('wallet.game_slowText') : '')}
      >
        {next ? (
          <ButtonLink variant="primary" href={next}>
            {t(next === CUSTOMER_SERVICE ? 'contact.title' : 'protection.refusedLimits')}
          </ButtonLink>
        ) : (
          <Button variant="primary" onClick={() => void relaunch()}>
            {t('common.retry')}
          </Button>
        )}
        <ButtonLink variant="ghost" href={exitHref}>
          {t('wallet.game_exit')}
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

/** Heading of a refused launch. Only customer service can resolve a refusal that is not about the member's own limits. */
function refusalTitle(rest: Props['rest'], next: Props['next']): string {
  if (rest) return rest === 'break' ? 'protection.gameBreak' : 'protection.gameExcluded';
  return next && next !== CUSTOMER_SERVICE ? 'protection.gameClosed' : 'wallet.game_failed';
}

function toggleFullScreen(stage: HTMLElement | null): Promise<void> | undefined {
  return document.fullscreenElement ? document.exitFullscreen() : stage?.requestFullscreen?.();
}
