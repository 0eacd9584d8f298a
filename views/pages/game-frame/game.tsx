import '../../../client/styles/index.css';
import type { ReactNode } from 'react';
import type { GameFrameProps } from '../../../client/islands/games/props.ts';
import { entryHref, formAction } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { GameTile, gameGridClass } from '../../../client/ui/game-tile.tsx';
import type { Game } from '../../../shared/api/games/schemas.ts';
import { FavouriteForm } from '../../components/favourite-form.tsx';
import { Island } from '../../components/island.tsx';
import { isOpen } from '../../components/member-entries.ts';
import { menuLinks, type PageContext } from '../../layouts/page-context.ts';
import { HeaderOnly } from '../../layouts/shell.tsx';
import styles from './game.module.css';

type FrameContent = { readonly kind: 'frame' } & Omit<GameFrameProps, 'balance' | 'links' | 'chat' | 'counted'>;

/** The frame, or the reason why the game cannot open with the next step. */
export type GameContent =
  | FrameContent
  | { readonly kind: 'signed-out'; readonly name: string | null; readonly text: 'notLoggedIn' | 'freeOff'; readonly here: string }
  | { readonly kind: 'free-play'; readonly name: string; readonly realHref: string; readonly here: string }
  | { readonly kind: 'no-free-play'; readonly name: string; readonly realHref: string }
  | { readonly kind: 'real-account'; readonly realHref: string }
  | { readonly kind: 'trial-account'; readonly name: string }
  | ClosedContent
  | { readonly kind: 'missing' };
interface ClosedContent {
  readonly kind: 'closed';
  readonly name: string;
  readonly until: { readonly iso: string; readonly text: string } | null;
  readonly instead: readonly Game[];
}

export interface GamePageProps {
  readonly context: PageContext;
  readonly content: GameContent;
}

/** A game in its frame, below a strip. */
export function GamePage({ context, content }: GamePageProps) {
  return (
    <HeaderOnly context={context} immersive={content.kind === 'frame'}>
      <Content context={context} content={content} />
    </HeaderOnly>
  );
}

function Content({ context, content }: GamePageProps) {
  const { t } = context;
  switch (content.kind) {
    case 'frame':
      return (
        <Frame context={context} {...content} chat={context.features.chatRoom === true} counted={isOpen('session', context.features)} />
      );
    case 'signed-out': {
      const isOff = content.text === 'freeOff';
      const text = t(isOff ? 'play.freeOff' : 'lobby.notLoggedInText');
      return (
        <Gate context={context} icon="lock" heading={content.name ?? t('lobby.play')} title={t('lobby.notLoggedIn')} text={text}>
          <LogIn t={t} next={content.here} main />
        </Gate>
      );
    }
    case 'free-play': {
      const title = t('play.freeTitle', { game: content.name });
      return (
        <Gate context={context} icon="play" heading={title} title={title} text={t('play.freeText')}>
          <form method="post" action={formAction('session.freePlay')}>
            <input type="hidden" name="back" value={content.here} />
            <Button variant="primary" type="submit" icon="play" data-modal="free-play" data-begin="">
              {t('play.freeStart')}
            </Button>
          </form>
          <ButtonLink href={entryHref('login', content.realHref)}>{t('play.logInInstead')}</ButtonLink>
        </Gate>
      );
    }
    case 'no-free-play': {
      const title = t('play.freeNotHere', { game: content.name });
      return (
        <Gate context={context} icon="info" heading={title} title={title} text={t('play.freeNotHereText')}>
          <ButtonLink variant="primary" href={content.realHref}>
            {t('lobby.play')}
          </ButtonLink>
        </Gate>
      );
    }
    case 'real-account':
      return (
        <Gate context={context} icon="wallet" heading={t('lobby.freePlay')} title={t('play.realTitle')} text={t('play.realText')}>
          <ButtonLink variant="primary" href={content.realHref}>
            {t('play.playForReal')}
          </ButtonLink>
        </Gate>
      );
    case 'trial-account': {
      const title = t('play.trialTitle', { game: content.name });
      return (
        <Gate context={context} icon="lock" heading={title} title={title} text={t('play.trialText')}>
          <ButtonLink variant="primary" href={entryHref('register', null)} data-modal="register">
            {t('play.register')}
          </ButtonLink>
        </Gate>
      );
    }
    case 'closed':
      return <Closed context={context} closed={content} />;
    case 'missing':
      return (
        <Gate
          context={context}
          icon="triangle-alert"
          heading={t('play.missingTitle')}
          title={t('play.missingTitle')}
          text={t('play.missingText')}
        />
      );
  }
}

function Frame({
  kind: _,
  context,
  ...frame
}: FrameContent & Pick<GameFrameProps, 'chat' | 'counted'> & { readonly context: PageContext }) {
  return (
    <>
      <h1 className={display.hidden}>{frame.game.name}</h1>
      <Island name="game-frame" hydrate="load" props={({ balance }) => ({ ...frame, balance, links: menuLinks(context.features) })} />
    </>
  );
}

interface GateProps {
  readonly context: PageContext;
  readonly icon: string;
  readonly heading: string;
  readonly title: string;
  readonly text: string;
  /** Links to the next steps, the main one first. */
  readonly children?: ReactNode;
}

function Gate({ context: { t }, icon, heading, title, text, children }: GateProps) {
  return (
    <div className={styles.gate}>
      <h1 className={display.hidden}>{heading}</h1>
      <EmptyState icon={icon} title={title} text={text}>
        <div className={styles.ways}>
          {children}
          <ButtonLink variant="ghost" href="/index">
            {t('lobby.backToLobby')}
          </ButtonLink>
        </div>
      </EmptyState>
    </div>
  );
}

function LogIn({ t, next, main }: Pick<PageContext, 't'> & { readonly next: string; readonly main?: boolean }) {
  return (
    <ButtonLink variant={main ? 'primary' : 'secondary'} href={entryHref('login', next)} data-modal="login">
      {t('lobby.login')}
    </ButtonLink>
  );
}

/** A game under maintenance, with its end if known, and similar games that are open. */
function Closed({ context, closed: { name, until, instead } }: { readonly context: PageContext; readonly closed: ClosedContent }) {
  const { t } = context;
  return (
    <div className={styles.closed}>
      <section className={styles.notice}>
        <h1 className={styles.title}>{t('play.closedTitle', { game: name })}</h1>
        <p>{t('play.closedText')}</p>
        {until ? (
          <p>
            {t('play.closedUntil')} <time dateTime={until.iso}>{until.text}</time>
          </p>
        ) : null}
        <ButtonLink variant="ghost" href="/index">
          {t('lobby.backToLobby')}
        </ButtonLink>
      </section>
      {instead.length > 0 ? (
        <section aria-labelledby="instead">
          <h2 className={styles.subtitle} id="instead">
            {t('play.closedInstead')}
          </h2>
          <FavouriteForm context={context} form={undefined} />
          <div className={gameGridClass}>
            {instead.map((game, index) => (
              <GameTile key={game.gameId} game={game} t={t} eager={index < 4} />
            ))}
          </div>
        </section>
      ) : null}
    </div>
  );
}
