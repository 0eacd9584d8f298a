import { type ReactNode, useContext } from 'react';
import { toScreen } from '../../../../shared/money/money.ts';
import { zonedText } from '../../../../shared/time.ts';
import type { OperatorSession } from '../sessions.ts';
import { PageContext, SubmittedFields, useContainsError, useSubmittedForm } from './submitted-form.tsx';
import { tx } from './texts.ts';

export { AmountInput, Direction, Input, PictureInput, Reason, Select, TimeInput } from './inputs.tsx';

/** Components of the console's pages. Plain HTML without scripts. */

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
  /** The form uploads a picture. */
  readonly picture?: boolean;
  /** Hidden fields with the form's subject. They also distinguish forms with the same path on a page. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** A second button that sends the same fields to another path. */
  readonly also?: { readonly to: string; readonly text: string };
  readonly children?: ReactNode;
}

/** A refused form is rendered again on its page with its values and errors. */
export function Form({ session, to, submit, danger = false, picture = false, fixed = {}, also, children }: FormProps) {
  const { at } = useContext(PageContext);
  const submitted = useSubmittedForm([to, also?.to], fixed);
  const error = submitted?.errors[''];
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
      <SubmittedFields submitted={submitted}>{children}</SubmittedFields>
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
      {toScreen(units, currency)} {currency}
    </bdi>
  );
}

/** With seconds, in the merchant's time zone, which the page names once. */
export function Time({ at }: { readonly at: Date }) {
  const { timeZone } = useContext(PageContext);
  return <time dateTime={at.toISOString()}>{zonedText(at, timeZone)}</time>;
}

/** A period. Once begun, only its end is shown, or that it ends by hand. */
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
      {items.map(({ href, text, isCurrent }) => (
        <a key={href} href={`/console${href}`} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

export interface TabItem {
  readonly href: string;
  readonly text: string;
  readonly isCurrent: boolean;
}

/** Rare or risky actions, collapsed by default. */
export function Collapsible({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const open = useContainsError(children);
  return (
    <details open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

export function MemberLink({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  return (
    <a href={`/console/members/${encodeURIComponent(id)}`}>
      <bdi>{name ?? id}</bdi>
    </a>
  );
}

/** Heading of a list that shows one member. */
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

/** Links to the previous and next page. `to` has a query already. */
export function Pager({ to, pageNo, more }: { readonly to: string; readonly pageNo: number; readonly more: boolean }) {
  if (pageNo === 1 && !more) return null;
  return (
    <p className="actions">
      {pageNo > 1 ? <a href={`/console${to}&page=${pageNo - 1}`}>{tx('newer')}</a> : null}
      {more ? <a href={`/console${to}&page=${pageNo + 1}`}>{tx('olderOnes')}</a> : null}
    </p>
  );
}

/** Links to a member's pictures. Renders nothing without pictures. */
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
