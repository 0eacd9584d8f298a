import type { PromotionBlock, PromotionState } from '../../../../../shared/api/promotions/constants.ts';
import { DEFAULT_LANGUAGE } from '../../../../../shared/constants.ts';
import { amountText } from '../../../../../shared/money/amount-text.ts';
import { pointsText } from '../../../../../shared/money/points.ts';
import {
  Badge,
  Card,
  Collapsible,
  type ConsoleInput,
  Facts,
  Form,
  MemberLink,
  Pager,
  PictureList,
  Reason,
  Table,
  Time,
  tx,
} from '../../../operators/index.ts';
import type { ApplicationDetails, PromotionSums } from '../desk.ts';
import type { PromotionPreview } from '../preview.ts';
import type { EntryRow, PromotionRow } from '../rules.ts';
import { titleOf } from '../terms.ts';
import { type EditorProps, PromotionEditor } from './promotion-editor.tsx';

export { PromotionEditor };

type Session = ConsoleInput['session'];
const TONES: Readonly<Record<PromotionState, 'pos' | 'neg' | 'warn'>> = { draft: 'warn', live: 'pos', stopped: 'neg' };

/** A sum in the unit of the reward. */
function sumText({ points, tickets, currency }: Pick<PromotionRow, 'points' | 'tickets' | 'currency'>, sum: bigint): string {
  if (tickets > 0) return tx('promotionTickets', { tickets: sum.toString() });
  return BigInt(points) > 0n ? tx('promotionPoints', { points: pointsText(sum) }) : amountText(sum, currency);
}

interface ListProps {
  readonly rows: readonly PromotionSums[];
  readonly waiting: number;
  readonly pageNo: number;
  readonly more: boolean;
}

export function PromotionsPage({ rows, waiting, pageNo, more }: ListProps) {
  const heads = ['promotion', 'kind', 'from', 'until', 'promotionMembers', 'promotionReserved', 'promotionPaid', 'state'] as const;
  return (
    <>
      <p>
        <a className="button" href="/console/promotions/new">
          {tx('promotionNew')}
        </a>{' '}
        <a href="/console/promotions/applications">{tx('promotionApplicationsCount', { count: waiting })}</a>
      </p>
      <Card title={tx('promotions')}>
        <Table
          caption={tx('promotions')}
          heads={heads.map((head) => tx(head))}
          rows={rows.map(({ row, joined, paid }) => ({
            key: row.id,
            cells: [
              <a key="title" href={`/console/promotions/items/${row.id}`} dir="auto">
                {titleOf(row.titles, DEFAULT_LANGUAGE)}
              </a>,
              tx(`promotionBlock_${row.block}`),
              <Time key="from" at={row.starts_at} />,
              <Time key="until" at={row.ends_at} />,
              String(joined),
              `${sumText(row, BigInt(row.reserved))} / ${sumText(row, BigInt(row.budget))}`,
              sumText(row, paid),
              <State key="state" state={row.state} />,
            ],
          }))}
          empty={tx('nothing')}
        />
        <Pager to="/promotions" pageNo={pageNo} more={more} />
      </Card>
    </>
  );
}

function State({ state }: { readonly state: PromotionState }) {
  return <Badge tone={TONES[state]}>{tx(`promotionState_${state}`)}</Badge>;
}

interface PromotionProps extends EditorProps {
  readonly found: PromotionSums;
  /** As members read them. */
  readonly terms: readonly string[];
  /** Of a draft. */
  readonly preview: PromotionPreview | undefined;
}

export function PromotionPage({ found, terms, preview, ...editor }: PromotionProps) {
  const { row, joined, applying, paid } = found;
  return (
    <>
      <Card title={titleOf(row.titles, DEFAULT_LANGUAGE)}>
        <Facts
          rows={[
            [tx('state'), <State key="state" state={row.state} />],
            [tx('kind'), tx(`promotionBlock_${row.block}`)],
            [tx('promotionMembers'), String(joined)],
            [tx('promotionApplying'), String(applying)],
            [tx('promotionReserved'), `${sumText(row, BigInt(row.reserved))} / ${sumText(row, BigInt(row.budget))}`],
            [tx('promotionPaid'), sumText(row, paid)],
          ]}
        />
        <h3>{tx('promotionTerms')}</h3>
        <ul>
          {terms.map((term) => (
            <li key={term} dir="auto">
              {term}
            </li>
          ))}
        </ul>
      </Card>
      {preview ? <PreviewCard row={row} preview={preview} session={editor.session} /> : null}
      {row.state === 'draft' ? <PromotionEditor {...editor} /> : null}
      {row.state === 'live' ? (
        <Card title={tx('change')}>
          <p>{tx('promotionStopText')}</p>
          <Collapsible title={tx('promotionStop')}>
            <Form session={editor.session} to="/promotions/stop" submit={tx('promotionStop')} danger fixed={{ id: row.id }}>
              <Reason />
            </Form>
          </Collapsible>
        </Card>
      ) : null}
    </>
  );
}

interface PreviewProps {
  readonly row: PromotionRow;
  readonly preview: PromotionPreview;
  readonly session: Session;
}

const PREVIEW_TEXTS: Readonly<Record<PromotionBlock, 'promotionPreviewEarned' | 'promotionPreviewAll'>> = {
  deposit: 'promotionPreviewEarned',
  stake: 'promotionPreviewEarned',
  points: 'promotionPreviewAll',
  cash: 'promotionPreviewAll',
  cashback: 'promotionPreviewEarned',
};

function PreviewCard({ row, preview: { from, until, members, cost, limited }, session }: PreviewProps) {
  return (
    <Card title={tx('promotionPreview')}>
      <p>{tx(PREVIEW_TEXTS[row.block])}</p>
      <Facts
        rows={[
          [tx('from'), <Time key="from" at={from} />],
          [tx('until'), <Time key="until" at={until} />],
          [tx('promotionMembers'), String(members)],
          [tx('promotionCost'), sumText(row, cost)],
          [tx('promotionCostLimited'), sumText(row, limited)],
        ]}
      />
      {limited < cost ? <p>{tx('promotionOverBudget')}</p> : null}
      <Collapsible title={tx('promotionPublish')}>
        <p>{tx('promotionPublishText')}</p>
        <Form session={session} to="/promotions/publish" submit={tx('promotionPublish')} danger fixed={{ id: row.id }}>
          <Reason />
        </Form>
      </Collapsible>
    </Card>
  );
}

interface ApplicationsProps {
  readonly rows: readonly (EntryRow & Pick<PromotionRow, 'titles'>)[];
  /** Accounts by member id. */
  readonly names: ReadonlyMap<string, string>;
  readonly pageNo: number;
  readonly more: boolean;
}

export function ApplicationsPage({ rows, names, pageNo, more }: ApplicationsProps) {
  return (
    <Card title={tx('promotionApplications')}>
      <Table
        caption={tx('promotionApplications')}
        heads={[tx('promotionApplication'), tx('time'), tx('member'), tx('promotion'), tx('amount'), tx('state')]}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <a key="id" href={`/console/promotions/applications/${row.id}`}>
              {row.id}
            </a>,
            <Time key="at" at={row.joined_at} />,
            <MemberLink key="member" id={row.member_id} name={names.get(row.member_id)} />,
            <span key="title" dir="auto">
              {titleOf(row.titles, DEFAULT_LANGUAGE)}
            </span>,
            amountText(BigInt(row.amount), row.currency),
            <EntryState key="state" entry={row} />,
          ],
        }))}
        empty={tx('nothing')}
      />
      <Pager to="/promotions/applications" pageNo={pageNo} more={more} />
    </Card>
  );
}

function EntryState({ entry: { state } }: { readonly entry: EntryRow }) {
  if (state === 'applying') return <Badge tone="warn">{tx('promotionEntry_applying')}</Badge>;
  if (state === 'rejected') return <Badge tone="neg">{tx('promotionEntry_rejected')}</Badge>;
  return <Badge tone="pos">{tx(state === 'paid' ? 'promotionEntry_paid' : 'promotionEntry_due')}</Badge>;
}

interface ApplicationProps {
  readonly session: Session;
  readonly details: ApplicationDetails;
  readonly name: string | undefined;
}

export function ApplicationPage({ session, details: { entry, promotion, comment }, name }: ApplicationProps) {
  const own = (text: string) => <span dir="auto">{text}</span>;
  return (
    <>
      <Card title={tx('promotionApplication')}>
        <Facts
          rows={[
            [tx('state'), <EntryState key="state" entry={entry} />],
            [tx('member'), <MemberLink key="member" id={entry.member_id} name={name} />],
            [
              tx('promotion'),
              <a key="promotion" href={`/console/promotions/items/${promotion.id}`} dir="auto">
                {titleOf(promotion.titles, DEFAULT_LANGUAGE)}
              </a>,
            ],
            [tx('amount'), amountText(BigInt(entry.amount), entry.currency)],
            [tx('time'), <Time key="at" at={entry.joined_at} />],
            [tx('promotionComment'), own(comment)],
            ...(entry.operator === '' ? [] : ([[tx('operator'), entry.operator]] as const)),
            ...(entry.reason === '' ? [] : ([[tx('reason'), own(entry.reason)]] as const)),
          ]}
        />
        <PictureList at={`/promotions/applications/${entry.id}/pictures`} ids={entry.images} />
      </Card>
      {entry.state === 'applying' ? (
        <Card title={tx('change')}>
          <Collapsible title={tx('approve')}>
            <Form session={session} to="/promotions/applications/approve" submit={tx('approve')} fixed={{ id: entry.id }}>
              <Reason />
            </Form>
          </Collapsible>
          <Collapsible title={tx('reject')}>
            <Form session={session} to="/promotions/applications/reject" submit={tx('reject')} danger fixed={{ id: entry.id }}>
              <Reason hint={tx('reasonRead')} />
            </Form>
          </Collapsible>
        </Card>
      ) : null}
    </>
  );
}
