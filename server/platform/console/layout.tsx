import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  type ConsolePage,
  isActionAllowed,
  MENU_GROUPS,
  type MenuGroup,
  type OperatorSession,
  PageContext,
  type SubmittedForm,
  tx,
} from '../operators/index.ts';

export interface DocumentProps {
  readonly title: string;
  /** Name of the merchant's site. */
  readonly brand: string;
  /** Of the merchant. */
  readonly timeZone: string;
  /** Null before sign-in. */
  readonly session: OperatorSession | null;
  /** Pages of the menu; shown are those that the operator may see. */
  readonly menu: readonly ConsolePage[];
  /** Path below `/console`. */
  readonly currentPath: string;
  /** Path with query, if the page can be returned to. */
  readonly at?: string;
  readonly submitted: SubmittedForm | undefined;
  /** Outcome of the last action. */
  readonly note?: { readonly tone: 'pos' | 'neg'; readonly text: string };
  readonly children: ReactNode;
}

/** One page of the console as HTML. */
export function consoleDocument(props: DocumentProps): string {
  const { currentPath, at = currentPath, submitted, timeZone } = props;
  return `<!doctype html>${renderToStaticMarkup(
    <PageContext value={{ at, submitted, timeZone }}>
      <ConsoleDocument {...props} />
    </PageContext>,
  )}`;
}

function ConsoleDocument({ title, brand, timeZone, session, menu, currentPath, note, children }: DocumentProps) {
  const inside = session?.stage === 'in' ? session : null;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${brand} · ${tx('console')}`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/console/style.css" />
      </head>
      <body>
        <a className="skip" href="#main">
          {tx('skip')}
        </a>
        <header>
          <span className="start">
            {inside ? (
              <button type="button" className="menu" popoverTarget="areas">
                {tx('menu')}
              </button>
            ) : null}
            <a className="brand" href="/console">
              {tx('consoleOf', { brand })}
            </a>
          </span>
          {session ? <CurrentOperator session={session} /> : null}
        </header>
        {inside ? (
          <nav id="areas" popover="auto" aria-label={tx('navigation')}>
            {MENU_GROUPS.map((group) => (
              <MenuPart
                key={group}
                group={group}
                pages={menu.filter(({ inMenu, action }) => inMenu?.group === group && isActionAllowed(inside.role, action))}
                currentPath={currentPath}
              />
            ))}
          </nav>
        ) : null}
        <main id="main">
          <h1>{title}</h1>
          {note ? (
            <p className="note" data-tone={note.tone} role={note.tone === 'neg' ? 'alert' : 'status'}>
              {note.text}
            </p>
          ) : null}
          {children}
        </main>
        {inside ? <footer>{tx('zone', { zone: timeZone })}</footer> : null}
      </body>
    </html>
  );
}

interface MenuPartProps {
  readonly group: MenuGroup;
  /** Those that the operator may see. */
  readonly pages: readonly ConsolePage[];
  readonly currentPath: string;
}

function MenuPart({ group, pages, currentPath }: MenuPartProps) {
  if (pages.length === 0) return null;
  const id = `menu-${group}`;
  const hasHeading = group !== 'start';
  return (
    <div>
      {hasHeading ? <p id={id}>{tx(`menu_${group}`)}</p> : null}
      <ul aria-labelledby={hasHeading ? id : undefined}>
        {pages.map(({ path, title }) => (
          <li key={path}>
            <a href={`/console${path}`} aria-current={isCurrentPath(path, currentPath) ? 'page' : undefined}>
              {tx(title)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function CurrentOperator({ session }: { readonly session: OperatorSession }) {
  return (
    <form className="who" method="post" action="/console/sign-out">
      <input type="hidden" name="formKey" value={session.formKey} />
      <span>
        {session.stage === 'in' ? (
          <a href="/console/account" aria-label={tx('ownAccountOf', { name: session.name })}>
            <bdi>{session.name}</bdi>
          </a>
        ) : (
          <bdi>{session.name}</bdi>
        )}{' '}
        · {tx(`role_${session.role}`)}
      </span>
      <button type="submit" className="quiet">
        {tx('signOut')}
      </button>
    </form>
  );
}

function isCurrentPath(path: string, currentPath: string): boolean {
  return path === '' ? currentPath === '' : currentPath === path || currentPath.startsWith(`${path}/`);
}
