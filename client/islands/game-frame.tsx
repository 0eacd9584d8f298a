import { useEffect, useRef, useState } from 'react';
import { launchGame } from '../../shared/api/game-calls.ts';
import { launchAddress } from '../../shared/api/launch-address.ts';
import { CLIENT_TYPE } from '../../shared/constants.ts';
import type { FrameMessage } from '../../shared/studio/protocol.ts';
import { refreshBalance, useBalance } from '../lib/balance/balance-store.ts';
import { call, problemText } from '../lib/call.ts';
import { type FromGame, heardFromGame } from '../lib/game/frame-messages.ts';
import { useSessionClock, useSessionNet } from '../lib/game/session-figures.ts';
import type { GameFrameProps } from '../lib/island-props.ts';
import { Button, ButtonLink } from '../lib/ui/button.tsx';
import { EmptyState } from '../lib/ui/empty-state.tsx';
import { Money } from '../lib/ui/money.tsx';
import type { IslandContext } from '../runtime/island.ts';
import { openModal } from '../runtime/modals.ts';
import controls from '../styles/controls.module.css';
import display from '../styles/display.module.css';
import styles from './game-frame.module.css';

export const texts = [
  ...['time', 'net', 'exit', 'fullScreen', 'loading', 'slow', 'slowText', 'failed', 'roundOpen', 'roundOpenText', 'leave', 'stay'].map(
    (key) => `wallet.game_${key}`,
  ),
  'wallet.balance',
  'wallet.unknown',
  'header.deposit',
  'header.trial',
  'common.retry',
  'errors.too_many_requests',
  'errors.upstream_unavailable',
];

type Props = GameFrameProps & IslandContext;

/** How long a game may take to say that it is there. */
const READY_MS = 15_000;
/** A game asks for a fresh launch when its session has ended; one that asks again at once is stopped here. */
const RELOAD_APART_MS = 5_000;
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-modals';

/** A vendor's page in its frame, under a strip with time, result and balance of the session. */
export default function GameFrame(props: Props) {
  const { t, game } = props;
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const { url, problem, state, rounds, roundOpen, setReady, relaunch } = useGame(props, frame);
  return (
    <div ref={stage} className={styles.stage}>
      <Strip {...props} rounds={rounds} roundOpen={roundOpen} onFullScreen={() => void toggleFullScreen(stage.current)} />
      <div className={styles.frame}>
        {url ? (
          <iframe
            key={url}
            ref={frame}
            src={url}
            title={game.name}
            sandbox={props.sameOrigin ? SANDBOX : `${SANDBOX} allow-same-origin`}
            allow="autoplay; fullscreen"
            referrerPolicy="strict-origin"
            onLoad={props.sameOrigin ? undefined : setReady}
          />
        ) : null}
        {state === 'loading' && url ? (
          <div className={styles.cover} role="status">
            <span className={controls.spinner} />
            <p>{t('wallet.game_loading', { vendor: props.game.vendorName })}</p>
          </div>
        ) : null}
        {state === 'slow' || !url ? (
          <div className={styles.cover}>
            <EmptyState
              icon={url ? 'hourglass' : 'triangle-alert'}
              title={t(url ? 'wallet.game_slow' : 'wallet.game_failed')}
              text={problem || (url ? t('wallet.game_slowText') : '')}
            >
              <Button variant="primary" onClick={() => void relaunch()}>
                {t('common.retry')}
              </Button>
              <ButtonLink variant="ghost" href={props.exitHref}>
                {t('wallet.game_exit')}
              </ButtonLink>
            </EmptyState>
          </div>
        ) : null}
      </div>
    </div>
  );
}

interface StripProps extends Props {
  readonly rounds: number;
  readonly roundOpen: boolean;
  readonly onFullScreen: () => void;
}

function Strip({ t, game, trial, balance: initial, links, exitHref, rounds, roundOpen, onFullScreen }: StripProps) {
  const { balance } = useBalance(initial);
  const time = useSessionClock();
  const net = useSessionNet(rounds, !trial);
  const symbol = balance?.currencySymbol;
  return (
    <div className={styles.strip}>
      <ButtonLink
        variant="ghost"
        dense
        iconOnly
        icon="arrow-left"
        href={exitHref}
        onClick={(event) => {
          if (roundOpen && askToLeave(t, exitHref)) event.preventDefault();
        }}
      >
        {t('wallet.game_exit')}
      </ButtonLink>
      <p className={styles.name}>
        <strong>{game.name}</strong>
        <small>{game.vendorName}</small>
      </p>
      {trial ? <span className={display.badge}>{t('header.trial')}</span> : null}
      <dl className={styles.figures}>
        <div>
          <dt>{t('wallet.game_time')}</dt>
          <dd>{time}</dd>
        </div>
        {trial ? null : (
          <div>
            <dt>{t('wallet.game_net')}</dt>
            <dd data-private>
              <Money amount={net ?? '0.0000'} symbol={symbol} signed />
            </dd>
          </div>
        )}
        {trial ? null : (
          <div>
            <dt>{t('wallet.balance')}</dt>
            <dd data-private>{balance ? <Money amount={balance.sumBalance} symbol={symbol} /> : <span>{t('wallet.unknown')}</span>}</dd>
          </div>
        )}
      </dl>
      {trial ? null : (
        <ButtonLink dense href={links.deposit} target="_blank" className={styles.deposit}>
          {t('header.deposit')}
        </ButtonLink>
      )}
      <Button variant="ghost" dense iconOnly icon="maximize" onClick={onFullScreen}>
        {t('wallet.game_fullScreen')}
      </Button>
    </div>
  );
}

function useGame({ t, game, url: first, message, exitHref, links }: Props, frame: { current: HTMLIFrameElement | null }) {
  const [launch, setLaunch] = useState({ url: first, problem: message ?? '', at: 0 });
  const [state, setState] = useState<'loading' | 'ready' | 'slow'>('loading');
  const [rounds, setRounds] = useState(0);
  const [roundOpen, setRoundOpen] = useState(false);

  const relaunch = async () => {
    // The server has refused, perhaps because free play was asked for: only it may decide otherwise.
    if (first === null) return location.reload();
    setState('loading');
    setRoundOpen(false);
    const answer = await call(launchGame, { body: launchBody(game.gameId) });
    if (answer.success) setLaunch({ url: launchAddress(answer.value), problem: '', at: Date.now() });
    else setLaunch({ url: null, problem: problemText(t, answer), at: Date.now() });
  };
  const react: Record<FromGame, () => void> = {
    ready: () => setState('ready'),
    'round-started': () => setRoundOpen(true),
    'round-ended': () => {
      setRoundOpen(false);
      setRounds((count) => count + 1);
    },
    'balance-changed': () => void refreshBalance(),
    'open-cashier': () => void window.open(links.deposit, '_blank', 'noopener'),
    leave: () => location.assign(exitHref),
    reload: () => {
      if (Date.now() - launch.at > RELOAD_APART_MS) void relaunch();
    },
  };
  const latest = useRef(react);
  useEffect(() => {
    latest.current = react;
  });

  useEffect(() => {
    const hear = (event: MessageEvent) => {
      const said = heardFromGame(event, frame.current?.contentWindow ?? null);
      if (said) latest.current[said]();
    };
    const rest = () => tell(frame.current, document.visibilityState === 'hidden' ? 'pause' : 'resume');
    window.addEventListener('message', hear);
    document.addEventListener('visibilitychange', rest);
    return () => {
      window.removeEventListener('message', hear);
      document.removeEventListener('visibilitychange', rest);
    };
  }, [frame]);

  useEffect(() => {
    if (state !== 'loading' || launch.url === null) return;
    const timer = setTimeout(() => setState('slow'), READY_MS);
    return () => clearTimeout(timer);
  }, [state, launch.url]);

  return { ...launch, state, rounds, roundOpen, relaunch, setReady: () => setState('ready') };
}

function launchBody(gameId: string) {
  return {
    gameId,
    accountType: 1,
    confirmTrans: 0,
    launchMode: 'GLS',
    platform: 'html5-desktop',
    clientType: CLIENT_TYPE,
    theme: document.documentElement.dataset.theme,
  };
}

/** The frame has an opaque origin, so it is addressed as such; nothing secret is said. */
function tell(frame: HTMLIFrameElement | null, type: 'pause' | 'resume'): void {
  frame?.contentWindow?.postMessage({ lagoon: 1, type } satisfies FrameMessage, '*');
}

function askToLeave(t: Props['t'], href: string): boolean {
  return openModal({
    name: 'message',
    message: {
      icon: 'triangle-alert',
      title: t('wallet.game_roundOpen'),
      text: t('wallet.game_roundOpenText'),
      buttons: [{ label: t('wallet.game_stay') }, { label: t('wallet.game_leave'), href }],
    },
  });
}

function toggleFullScreen(stage: HTMLElement | null): Promise<void> | undefined {
  return document.fullscreenElement ? document.exitFullscreen() : stage?.requestFullscreen?.();
}
