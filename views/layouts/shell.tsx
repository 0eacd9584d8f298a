import type { ReactNode } from 'react';
import type { HydrateOn } from '../../client/runtime/island.ts';
import { classNames } from '../../client/ui/class-names.ts';
import prose from '../../client/ui/prose.module.css';
import { Island, Personal, type PersonalView } from '../components/island.tsx';
import { isTrial } from '../components/member-entries.ts';
import { helpHref } from '../components/own-pages.ts';
import { ScriptTrouble } from '../components/script-trouble.tsx';
import popupStyles from '../personal/popups.module.css';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import type { PageContext } from './page-context.ts';
import { RightBar } from './right-bar.tsx';
import styles from './shell.module.css';
import { SideRail } from './side-rail.tsx';

interface LayoutProps {
  readonly context: PageContext;
  readonly children: ReactNode;
}

interface ShellProps extends LayoutProps {
  /** Side navigation that replaces the site's; the right bar is then left out. */
  readonly rail?: ReactNode;
}

/** The usual page: header, side rail, content, footer, right bar, and on phones the bottom bar. */
export function Shell({ context, rail, children }: ShellProps) {
  return (
    <>
      <SkipLink context={context} />
      <Header context={context} />
      <div className={styles.shell} data-own-rail={rail ? '' : undefined}>
        {rail ?? <SideRail context={context} />}
        <div className={styles.column}>
          <main className={styles.main} id="main" tabIndex={-1}>
            {children}
          </main>
          <Footer context={context} />
        </div>
        {rail ? null : <RightBar context={context} />}
      </div>
      <BottomBar context={context} />
      <Overlays context={context} />
      <Popups context={context} />
    </>
  );
}

/** Header and footer, without side rail: for the points mall. */
export function HeaderFooter({ context, children }: LayoutProps) {
  return (
    <>
      <SkipLink context={context} />
      <Header context={context} />
      <div className={styles.column}>
        <main className={classNames(styles.main, styles.single)} id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer context={context} />
      </div>
      <BottomBar context={context} />
      <Overlays context={context} />
      <Popups context={context} />
    </>
  );
}

interface HeaderOnlyProps extends LayoutProps {
  /** The content is a frame from edge to edge; on phones it uses the whole screen without the header. */
  readonly immersive?: boolean;
}

/** Header only: for lotteries, and for a game in its frame, over which no consent is requested. */
export function HeaderOnly({ context, immersive, children }: HeaderOnlyProps) {
  return (
    <>
      <SkipLink context={context} />
      <div className={immersive ? styles.roomyOnly : styles.contents}>
        <Header context={context} />
      </div>
      <main className={immersive ? styles.stage : classNames(styles.main, styles.single)} id="main" tabIndex={-1}>
        {children}
      </main>
      <Overlays context={immersive ? { ...context, gtagId: null } : context} />
    </>
  );
}

/** Content only: for pages that other sites embed or link to. */
export function Bare({ context, children }: LayoutProps) {
  return (
    <>
      <SkipLink context={context} />
      <main className={classNames(styles.main, styles.single)} id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

function SkipLink({ context }: { readonly context: PageContext }) {
  return (
    <a className={styles.skip} href="#main">
      {context.t('lobby.skip')}
    </a>
  );
}

/** Pages with important actions, without pop-ups. */
const WITHOUT_POPUPS = /^\/(?:login|register(?:\.html)?|game|member\/(?:depositv2|withdraw))(?:\?|$)/;

/** Only the style sheets of what a page imports are on it: the part is rendered by name and gets its class names from here. */
const POPUP_STYLES: Readonly<Record<string, string>> = { ...popupStyles, ...prose };

function Popups({ context: { here, modal, popups } }: { readonly context: PageContext }) {
  if (popups.length === 0 || modal.open || WITHOUT_POPUPS.test(here)) return null;
  // A member on a break gets no offers, and pop-ups are for visitors and real accounts only.
  const isSpared = ({ member, balance }: PersonalView) => balance?.resting !== undefined || (member !== null && isTrial(member.type));
  return <Personal name="popups" props={(view) => ({ popups: isSpared(view) ? [] : popups, styles: POPUP_STYLES })} />;
}

/** The sign-in by password is complete without script. The other dialogs count down, or have fields that the script replaces. */
function hydrateOf({ open, tab, form, done }: PageContext['modal']): HydrateOn {
  if (open === 'login' && form === null && done === null && (tab === null || tab === 'username')) return 'entry';
  return open ? 'load' : 'interaction';
}

function Overlays({ context }: { readonly context: PageContext }) {
  const { t, here, modal, gtagId } = context;
  return (
    <>
      <Island name="modal-host" hydrate={hydrateOf(modal)} props={modal} />
      <Island name="toast-host" hydrate="member" props={{}} />
      <ScriptTrouble t={t} here={here} />
      {gtagId ? <Island name="consent-bar" hydrate="idle" props={{ gtagId, privacyHref: helpHref(context, 'privacy') ?? null }} /> : null}
    </>
  );
}
