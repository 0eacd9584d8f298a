import { type ReactNode, useContext } from 'react';
import { toScreen } from '../../../shared/money/money.ts';
import type { OperatorSession } from './sessions.ts';
import { tx } from './texts.ts';
import { PageContext, TypedFields, useHoldsError, useTypedForm } from './typed.tsx';

export { Input, PictureInput, Reason, Select } from './inputs.tsx';

/** Pieces of which the console's pages are made. Plain HTML: no script runs here. */

export function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Facts({ rows }: { readonly rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface TableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  readonly empty: string;
}

export function Table({ caption, heads, rows, empty }: TableProps) {
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={heads[index]} data-head={heads[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface FormProps {
  readonly session: Pick<OperatorSession, 'formKey'>;
  /** Below `/console`. */
  readonly to: string;
  readonly submit: string;
  readonly danger?: boolean;
  /** It brings a picture. */
  readonly picture?: boolean;
  /** Fields that nobody types: what the form is about. They tell it from its like on the same page. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** A second button that sends the same fields elsewhere. */
  readonly also?: { readonly to: string; readonly text: string };
  readonly children?: ReactNode;
}

/** Refused, it is shown again on its page, with what was typed and what is wrong with it. */
export function Form({ session, to, submit, danger = false, picture = false, fixed = {}, also, children }: FormProps) {
  const { at } = useContext(PageContext);
  const typed = useTypedForm([to, also?.to], fixed);
  const error = typed?.errors[''];
  return (
    <form method="post" action={`/console${to}`} encType={picture ? 'multipart/form-data' : undefined}>
      <input type="hidden" name="formKey" value={session.formKey} />
      <input type="hidden" name="formPage" value={at} />
      {Object.entries(fixed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {error ? (
        // biome-ignore lint/a11y/noAutofocus: an answer to what was just sent; without a script nothing else can go there
        <p className="error" tabIndex={-1} autoFocus>
          {error}
        </p>
      ) : null}
      <TypedFields typed={typed}>{children}</TypedFields>
      <div className="actions">
        <button type="submit" className={danger ? 'danger' : undefined}>
          {submit}
        </button>
        {also ? (
          <button type="submit" className="quiet" formAction={`/console${also.to}`} formNoValidate>
            {also.text}
          </button>
        ) : null}
      </div>
    </form>
  );
}

export function Badge({ tone, children }: { readonly tone?: 'pos' | 'neg' | 'warn'; readonly children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

/** Units as an amount with its currency. */
export function Amount({ units, currency }: { readonly units: bigint; readonly currency: string }) {
  return (
    <bdi className="amount">
      {toScreen(units)} {currency}
    </bdi>
  );
}

/** To the second and in UTC, as in the log. */
export function Time({ at }: { readonly at: Date }) {
  const text = at.toISOString();
  return <time dateTime={text}>{text.slice(0, 19).replace('T', ' ')}</time>;
}

/** From when to when; what has begun names its end alone, or that somebody has to open it. */
export function Span({ from, until, now }: { readonly from: Date | null; readonly until: Date | null; readonly now: Date }) {
  return (
    <>
      {from !== null && from > now ? (
        <>
          {tx('spanFrom')} <Time at={from} />,{' '}
        </>
      ) : null}
      {until === null ? (
        tx('spanOpen')
      ) : (
        <>
          {tx('spanUntil')} <Time at={until} />
        </>
      )}
    </>
  );
}

/** Views of the same list, as links. */
export function Tabs({ label, items }: { readonly label: string; readonly items: readonly TabItem[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map(({ href, text, here }) => (
        <a key={href} href={`/console${href}`} aria-current={here ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

export interface TabItem {
  readonly href: string;
  readonly text: string;
  readonly here: boolean;
}

/** What hurts or is rarely needed: folded until it is asked for. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const open = useHoldsError(children);
  return (
    <details open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

export function MemberLink({ id, name = id }: { readonly id: string; readonly name?: string | undefined }) {
  return (
    <a href={`/console/members/${encodeURIComponent(id)}`}>
      <bdi>{name}</bdi>
    </a>
  );
}

/** Above a list that is of one member alone. */
export function OfMember({ id, name, all }: { readonly id: string; readonly name: string | undefined; readonly all: string }) {
  return (
    <p>
      {tx('member')}: <MemberLink id={id} name={name} /> · <a href={`/console${all}`}>{tx('ofAll')}</a>
    </p>
  );
}

export function SaveList({ to }: { readonly to: string }) {
  return (
    <p>
      <a href={`/console${to}`}>{tx('saveList')}</a>
    </p>
  );
}

/** To the pages before and after, where there are any. `to` has a query already. */
export function Pager({ to, pageNo, more }: { readonly to: string; readonly pageNo: number; readonly more: boolean }) {
  if (pageNo === 1 && !more) return null;
  return (
    <p className="actions">
      {pageNo > 1 ? <a href={`/console${to}&page=${pageNo - 1}`}>{tx('newer')}</a> : null}
      {more ? <a href={`/console${to}&page=${pageNo + 1}`}>{tx('olderOnes')}</a> : null}
    </p>
  );
}

/** Pictures of a member, as links to themselves. Nothing where there are none. */
export function PictureList({ at, ids }: { readonly at: string; readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <Card title={tx('pictures')}>
      <div className="pictures">
        {ids.map((id, index) => (
          <a key={id} href={`/console${at}/${id}`}>
            <img src={`/console${at}/${id}`} alt={tx('pictureOf', { n: index + 1 })} />
          </a>
        ))}
      </div>
    </Card>
  );
}
