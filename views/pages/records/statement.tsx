import '../../../client/styles/index.css';
import type { ReactNode } from 'react';
import type { MovementView } from '../../../client/islands/records/props.ts';
import { kindLabel } from '../../../client/islands/records/record-parts.tsx';
import { search } from '../../../client/page/call.ts';
import { PATHS } from '../../../client/page/paths.ts';
import { ButtonLink } from '../../../client/ui/button.tsx';
import { classNames } from '../../../client/ui/class-names.ts';
import display from '../../../client/ui/display.module.css';
import { Money } from '../../../client/ui/money.tsx';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { memberStatement } from '../../../shared/api/records/calls.ts';
import type { PageContext } from '../../layouts/page-context.ts';
import { Bare } from '../../layouts/shell.tsx';
import styles from './statement.module.css';

/** The wallet over a month. Times are texts in the merchant's time zone. */
export interface StatementData extends Omit<ValueOf<typeof memberStatement>, 'from' | 'to' | 'movements'> {
  readonly monthText: string;
  readonly fromText: string;
  readonly toText: string;
  readonly credited: string;
  readonly debited: string;
  readonly movements: readonly MovementView[];
  /** All pages are available as one. */
  readonly printable: boolean;
}

interface StatementPartProps {
  readonly context: PageContext;
  readonly data: StatementData;
}

/** A monthly statement for printing: without header, menu and footer, printed in black on white. */
export function StatementPage({ context, data }: StatementPartProps) {
  const { t, brand } = context;
  return (
    <Bare context={context}>
      <nav className={styles.tools}>
        <ButtonLink icon="arrow-left" href={PATHS.accountRecord}>
          {t('records.statementBack')}
        </ButtonLink>
        <p>{t('records.statementHint')}</p>
      </nav>
      <article className={styles.paper}>
        <header className={styles.head}>
          <p className={styles.brand}>{brand}</p>
          <h1 className={styles.title}>{t('records.statementOf', { month: data.monthText })}</h1>
          <p>
            <bdi>{t('records.statementAccount', { account: data.account })}</bdi>
          </p>
          <p>{t('records.statementPeriod', { from: data.fromText, to: data.toText })}</p>
          <p>{t('records.zone', { zone: data.timeZone })}</p>
        </header>
        <Part title={t('records.byKind')}>
          <Balance context={context} data={data} />
          <p className={display.message} data-kind={data.balanced ? 'done' : 'error'}>
            {t(data.balanced ? 'records.balanced' : 'records.notBalanced')}
          </p>
        </Part>
        <Part title={t('records.statementMovements')}>
          {data.movements.length === 0 ? <p>{t('records.statementNoMovements')}</p> : <Movements context={context} data={data} />}
          {data.lines > 0 ? <Pages context={context} data={data} /> : null}
        </Part>
        <Part title={t('records.statementGames')} text={t('records.statementGamesText')}>
          {data.games.length === 0 ? <p>{t('records.statementNoGames')}</p> : <Games context={context} data={data} />}
        </Part>
      </article>
    </Bare>
  );
}

function Part({ title, text, children }: { readonly title: string; readonly text?: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{title}</h2>
      {text ? <p className={styles.text}>{text}</p> : null}
      {children}
    </section>
  );
}

function Balance({ context: { t }, data }: StatementPartProps) {
  return (
    <Scroll label={t('records.byKind')}>
      <table className={display.table}>
        <tbody>
          <tr>
            <th scope="row">{t('records.opening')}</th>
            <td className={display.number} />
            <td className={display.number}>
              <Money amount={data.opening} currency={data} />
            </td>
          </tr>
          {data.sums.map(({ kind, count, amount }) => (
            <tr key={kind}>
              <th scope="row">{kindLabel(t, kind)}</th>
              <td className={display.number}>{count}</td>
              <td className={display.number}>
                <Money amount={amount} currency={data} signed />
              </td>
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row">{t('records.closing')}</th>
            <td className={display.number} />
            <td className={display.number}>
              <Money amount={data.closing} currency={data} />
            </td>
          </tr>
        </tbody>
      </table>
    </Scroll>
  );
}

function Movements({ context: { t }, data }: StatementPartProps) {
  return (
    <Scroll label={t('records.statementMovements')}>
      <table className={display.table}>
        <thead>
          <tr>
            <Heads labels={['at', 'kind', 'transferId'].map((key) => t(`records.${key}`))} />
            <Heads labels={['amount', 'balanceAfter'].map((key) => t(`records.${key}`))} numbers />
          </tr>
        </thead>
        <tbody>
          {data.movements.map((movement) => (
            <tr key={movement.transferId}>
              <td className={display.moment}>{movement.atText}</td>
              <td>{kindLabel(t, movement.kind)}</td>
              <td>
                <code>{movement.transferId}</code>
              </td>
              <td className={display.number}>
                <Money amount={movement.amount} currency={data} signed />
              </td>
              <td className={display.number}>
                {movement.balanceAfter === null ? null : <Money amount={movement.balanceAfter} currency={data} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** Range of the lines, also in print, and links to the other pages. */
function Pages({ context: { t }, data: { month, lines, firstLine, movements, pageNum, totalPages, printable } }: StatementPartProps) {
  const href = (change: { readonly pageNo?: number; readonly lines?: string }) =>
    PATHS.accountRecord + search({ view: 'statement', month, ...change });
  return (
    <>
      <p>{t('records.statementLines', { first: firstLine, last: firstLine + movements.length - 1, count: lines })}</p>
      {totalPages > 1 ? (
        <nav className={styles.pages} aria-label={t('common.pageOf', { page: pageNum, pages: totalPages })}>
          {pageNum > 1 ? <ButtonLink href={href({ pageNo: pageNum - 1 })}>{t('common.previous')}</ButtonLink> : null}
          <span>{t('common.pageOf', { page: pageNum, pages: totalPages })}</span>
          {pageNum < totalPages ? <ButtonLink href={href({ pageNo: pageNum + 1 })}>{t('common.next')}</ButtonLink> : null}
          {printable ? <ButtonLink href={href({ lines: 'all' })}>{t('records.statementAll')}</ButtonLink> : null}
        </nav>
      ) : null}
    </>
  );
}

function Games({ context: { t }, data }: StatementPartProps) {
  return (
    <Scroll label={t('records.statementGames')}>
      <table className={display.table}>
        <thead>
          <tr>
            <Heads labels={[t('records.game'), t('records.vendor')]} />
            <Heads labels={['rounds', 'stake', 'payout', 'net'].map((key) => t(`records.${key}`))} numbers />
          </tr>
        </thead>
        <tbody>
          {data.games.map((game) => (
            <tr key={`${game.gameName} ${game.vendorName}`}>
              <td>{game.gameName}</td>
              <td>{game.vendorName}</td>
              <td className={display.number}>{game.rounds}</td>
              {(['stake', 'payout', 'net'] as const).map((key) => (
                <td key={key} className={display.number}>
                  <Money amount={game[key]} currency={data} signed={key === 'net'} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Heads({ labels, numbers = false }: { readonly labels: readonly string[]; readonly numbers?: boolean }) {
  return labels.map((label) => (
    <th key={label} scope="col" className={numbers ? display.number : undefined}>
      {label}
    </th>
  ));
}

/** Tables wider than the screen scroll separately. */
function Scroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={classNames(styles.scroll, display.sideways)} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
