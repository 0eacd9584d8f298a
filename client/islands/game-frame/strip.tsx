import { NO_CURRENCY } from '../../../shared/money/amount-text.ts';
import { useBalance } from '../../page/balance/balance-store.ts';
import { roundHeld } from '../../page/balance/round-hold.ts';
import { useAtom } from '../../page/use-atom.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { openModal } from '../../runtime/modals.ts';
import { textKeys } from '../../runtime/text-keys.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { Money } from '../../ui/money.tsx';
import type { GameFrameProps } from '../games/props.ts';
import { hasMoneyAtVendors } from '../shell/at-vendors.tsx';
import type { ChatToggle } from './chat-toggle.ts';
import { useSessionClock, useValueOutsideRound } from './session-clock.ts';
import styles from './strip.module.css';
import type { Play } from './use-play.ts';

/** Locale keys of the strip; the island must declare them. */
export const STRIP_TEXTS = textKeys({
  wallet: 'game_time game_net game_exit game_fullScreen game_roundOpen game_roundOpenText game_leave game_stay balance inGames unknown',
  header: 'deposit trial chatRoom',
  play: 'openSession',
});

interface StripProps extends GameFrameProps, IslandContext {
  readonly roundOpen: boolean;
  readonly play: Play;
  readonly chatToggle: ChatToggle;
  readonly onFullScreen: () => void;
}

/** Strip above the game: name, session time and result, balance, and buttons for deposit, chat, full screen and exit. */
export function Strip(props: StripProps) {
  const { t, game, trial, counted, balance: initial, links, exitHref, chat, play, chatToggle, roundOpen, onFullScreen } = props;
  const { balance } = useBalance(initial);
  const session = play.state?.session ?? null;
  const net = useValueOutsideRound(session?.net ?? '0.0000', useAtom(roundHeld, false));
  const time = useSessionClock(session && { seconds: session.seconds, at: play.at });
  // The result of the session has the decimals of the currency without a balance too.
  const currency = balance ?? play.state ?? NO_CURRENCY;
  return (
    <section className={styles.strip} aria-label={t('play.openSession', { game: game.name })}>
      <ButtonLink
        variant="ghost"
        dense
        iconOnly
        icon="arrow-left"
        href={exitHref}
        onClick={(event) => {
          if (roundOpen && confirmLeave(t, exitHref)) event.preventDefault();
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
        {trial || !counted ? null : (
          <div>
            <dt>{t('wallet.game_net')}</dt>
            <dd data-private>{session ? <Money amount={net} currency={currency} signed /> : <span>{t('wallet.unknown')}</span>}</dd>
          </div>
        )}
        {trial ? null : (
          <div>
            <dt>{t('wallet.balance')}</dt>
            <dd data-private>{balance ? <Money amount={balance.sumBalance} currency={currency} /> : <span>{t('wallet.unknown')}</span>}</dd>
          </div>
        )}
        {!trial && hasMoneyAtVendors(balance) ? (
          <div data-at-vendors="">
            <dt>{t('wallet.inGames')}</dt>
            <dd data-private>
              <Money amount={balance.atVendors} currency={currency} />
            </dd>
          </div>
        ) : null}
      </dl>
      <span className={styles.actions}>
        {trial || balance?.resting || links.deposit === null ? null : (
          <ButtonLink dense icon="plus" href={links.deposit} target="_blank">
            {t('header.deposit')}
          </ButtonLink>
        )}
        {chat ? (
          <Button
            ref={chatToggle.button}
            variant="ghost"
            dense
            iconOnly
            icon="message-circle"
            aria-expanded={chatToggle.open}
            aria-controls={chatToggle.open ? chatToggle.id : undefined}
            onClick={chatToggle.toggle}
          >
            {t('header.chatRoom')}
          </Button>
        ) : null}
        <Button variant="ghost" dense iconOnly icon="maximize" onClick={onFullScreen}>
          {t('wallet.game_fullScreen')}
        </Button>
      </span>
    </section>
  );
}

function confirmLeave(t: StripProps['t'], href: string): boolean {
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
