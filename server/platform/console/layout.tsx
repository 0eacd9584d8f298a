import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Action, isActionAllowed } from './roles.ts';
import type { OperatorSession } from './sessions.ts';
import { PageContext, type SubmittedForm } from './submitted-form.tsx';
import { type TextKey, tx } from './texts.ts';

const NAVIGATION: readonly (readonly [path: string, text: TextKey, action: Action])[] = [
  ['', 'overview', 'overview'],
  ['/deposits', 'deposits', 'deposits.read'],
  ['/suspense', 'suspense', 'deposits.read'],
  ['/vendor-money', 'vendorMoney', 'withdrawals.pay'],
  ['/channels', 'channels', 'deposits.read'],
  ['/withdrawals', 'withdrawals', 'withdrawals.read'],
  ['/members', 'members', 'members.read'],
  ['/agents', 'agents', 'members.add'],
  ['/applications', 'applications', 'members.add'],
  ['/agent-moves', 'agentMoves', 'agents.move'],
  ['/reviews', 'reviews', 'reviews.read'],
  ['/pairs', 'pairs', 'members.limit'],
  ['/adjustments', 'adjustments', 'members.adjust'],
  ['/wages', 'wages', 'members.adjust'],
  ['/rewards', 'rewards', 'members.adjust'],
  ['/points', 'points', 'members.adjust'],
  ['/feedback', 'feedback', 'feedback.answer'],
  ['/chat', 'chat', 'chat.moderate'],
  ['/content', 'content', 'content.edit'],
  ['/switches', 'switches', 'games.switch'],
  ['/providers', 'gameProviders', 'providers.manage'],
  ['/site', 'site', 'site.switch'],
  ['/regions', 'regions', 'site.regions'],
  ['/log', 'log', 'log.read'],
  ['/operators', 'operators', 'operators.manage'],
  ['/outbox', 'outbox', 'outbox.read'],
];

export interface DocumentProps {
  readonly title: string;
  /** Name of the merchant's site. */
  readonly brand: string;
  /** Of the merchant. */
  readonly timeZone: string;
  /** Null before sign-in. */
  readonly session: OperatorSession | null;
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

function ConsoleDocument({ title, brand, timeZone, session, currentPath, note, children }: DocumentProps) {
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
          <a className="brand" href="/console">
            {tx('consoleOf', { brand })}
          </a>
          {session ? <CurrentOperator session={session} /> : null}
        </header>
        {inside ? (
          <nav aria-label={tx('navigation')}>
            {NAVIGATION.filter(([, , action]) => isActionAllowed(inside.role, action)).map(([path, text]) => (
              <a key={path} href={`/console${path}`} aria-current={isCurrentPath(path, currentPath) ? 'page' : undefined}>
                {tx(text)}
              </a>
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
