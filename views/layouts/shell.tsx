import type { ReactNode } from 'react';
import { Island } from '../components/island.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import type { PageContext } from './page-context.ts';
import styles from './shell.module.css';
import { SideRail } from './side-rail.tsx';

/** The usual page: header, side rail, content, footer, and on phones the bottom bar. */
export function Shell({ context, children }: { readonly context: PageContext; readonly children: ReactNode }) {
  return (
    <>
      <SkipLink context={context} />
      <Header context={context} />
      <div className={styles.shell}>
        <SideRail context={context} />
        <div className={styles.column}>
          <main className={styles.main} id="main" tabIndex={-1}>
            {children}
          </main>
          <Footer context={context} />
        </div>
      </div>
      <BottomBar context={context} />
      <Overlays context={context} />
    </>
  );
}

/** Header only: for the game in its frame. */
export function HeaderOnly({ context, children }: { readonly context: PageContext; readonly children: ReactNode }) {
  return (
    <>
      <SkipLink context={context} />
      <div className={styles.desktopOnly}>
        <Header context={context} />
      </div>
      <main className={styles.stage} id="main" tabIndex={-1}>
        {children}
      </main>
      <Overlays context={context} />
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

function Overlays({ context: { modal } }: { readonly context: PageContext }) {
  return (
    <>
      <Island name="modal-host" wake={modal.open ? 'load' : 'interaction'} props={modal} />
      <Island name="toast-host" wake="idle" props={{}} />
    </>
  );
}
