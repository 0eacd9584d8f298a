import { defined } from '../../../kit/defined.ts';
import { accountsOf } from '../../identity/members/index.ts';
import {
  type AuditDeps,
  type AuditEntry,
  Badge,
  Card,
  type ConsoleArea,
  defineForm,
  Facts,
  Form,
  isActionAllowed,
  MemberLink,
  memberOf,
  named,
  OfMember,
  type OperatorSession,
  Pager,
  pageOf,
  Reason,
  Table,
  Tabs,
  type TextKey,
  Time,
  tx,
  withAuditLog,
} from '../../operators/index.ts';
import { type AccountReview, REVIEW_STATES, type ReviewDesk, type ReviewState } from '../../protection/responsible-gaming/index.ts';

export interface ReviewAreaDeps extends AuditDeps {
  readonly reviewDesk: ReviewDesk;
}

type Tone = 'pos' | 'neg' | 'warn';
const TONES: Readonly<Record<ReviewState, Tone>> = { open: 'warn', released: 'pos', confirmed: 'neg' };

/** Accounts that share a trait with an excluded member, or a payout account with another member. */
export function reviewArea(deps: ReviewAreaDeps): ConsoleArea {
  const { db, reviewDesk: desk } = deps;
  const namesOf = (reviews: readonly AccountReview[], more: readonly string[] = []) =>
    accountsOf(db, [...more, ...reviews.flatMap(({ member_id, other_id }) => [member_id, other_id])]);
  const decide = (verb: 'release' | 'confirm', state: Exclude<ReviewState, 'open'>, message: TextKey) =>
    defineForm({
      path: `/reviews/${verb}`,
      action: 'reviews.decide',
      body: named,
      async run(input, { id, reason }) {
        const auditEntry: AuditEntry = { action: `review.${verb}`, object: `review:${id}`, reason };
        await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => {
          const review = await desk.decide(tx, afterCommit, id, { state, operator: input.session.name, reason });
          return { member: review.member_id, other: review.other_id, subject: review.subject, grounds: review.grounds };
        });
        return { to: `/reviews/${id}`, message };
      },
    });
  return {
    pages: [
      {
        path: '/reviews',
        action: 'reviews.read',
        title: 'reviews',
        inMenu: { group: 'members', place: 50 },
        async load({ query }) {
          const memberId = memberOf(query);
          const requestedState = query.get('state') ?? (memberId === undefined ? 'open' : 'all');
          const state = REVIEW_STATES.find((one) => one === requestedState);
          const page = await pageOf(query, (slice) => desk.list({ ...defined({ state, memberId }), ...slice }));
          const names = await namesOf(page.rows, memberId === undefined ? [] : [memberId]);
          return <ReviewList state={state} memberId={memberId} names={names} {...page} />;
        },
      },
      {
        path: '/reviews/:id',
        action: 'reviews.read',
        title: 'review',
        async load({ session, params }) {
          const review = await desk.get(params.id ?? '');
          return review && <ReviewPage session={session} review={review} names={await namesOf([review])} />;
        },
      },
    ],
    forms: [decide('release', 'released', 'done_reviewReleased'), decide('confirm', 'confirmed', 'done_reviewConfirmed')],
  };
}

type Names = { readonly names: ReadonlyMap<string, string> };

interface ListProps extends Names {
  readonly rows: readonly AccountReview[];
  readonly state: ReviewState | undefined;
  readonly memberId: string | undefined;
  readonly pageNo: number;
  readonly more: boolean;
}

function ReviewList({ rows, names, state, memberId, pageNo, more }: ListProps) {
  const chosen = state ?? 'all';
  const memberQuery = memberId === undefined ? '' : `&member=${encodeURIComponent(memberId)}`;
  return (
    <>
      <Tabs
        label={tx('state')}
        items={[...REVIEW_STATES, 'all' as const].map((one) => ({
          href: `/reviews?state=${one}${memberQuery}`,
          text: tx(`review_${one}`),
          isCurrent: one === chosen,
        }))}
      />
      {memberId === undefined ? null : <OfMember id={memberId} name={names.get(memberId)} all={`/reviews?state=${chosen}`} />}
      <Card title={tx('reviews')}>
        <p>{tx('reviewsText')}</p>
        <Table
          caption={tx('reviews')}
          heads={[tx('review'), tx('time'), tx('member'), tx('reviewOther'), tx('reviewGrounds'), tx('state')]}
          rows={rows.map((row) => ({
            key: row.id,
            cells: [
              <a key="id" href={`/console/reviews/${row.id}`}>
                {tx(`reviewSubject_${row.subject}`)}
              </a>,
              <Time key="at" at={row.created_at} />,
              <MemberLink key="member" id={row.member_id} name={names.get(row.member_id)} />,
              <MemberLink key="other" id={row.other_id} name={names.get(row.other_id)} />,
              groundsText(row),
              <Status key="state" state={row.state} />,
            ],
          }))}
          empty={tx('nothing')}
        />
        <Pager to={`/reviews?state=${chosen}${memberQuery}`} pageNo={pageNo} more={more} />
      </Card>
    </>
  );
}

function ReviewPage({ session, review, names }: Names & { readonly session: OperatorSession; readonly review: AccountReview }) {
  const { id, subject, state, reason } = review;
  const isOpen = state === 'open' && isActionAllowed(session.role, 'reviews.decide');
  return (
    <>
      <Card title={tx(`reviewSubject_${subject}`)}>
        <p>{tx(`reviewText_${subject}`)}</p>
        <Facts
          rows={[
            [tx('state'), <Status key="state" state={state} />],
            [tx('member'), <MemberLink key="member" id={review.member_id} name={names.get(review.member_id)} />],
            [tx('reviewOther'), <MemberLink key="other" id={review.other_id} name={names.get(review.other_id)} />],
            [tx('reviewGrounds'), groundsText(review)],
            [tx('time'), <Time key="at" at={review.created_at} />],
            ...(review.decided_at
              ? ([
                  [tx('operator'), review.decided_by ?? ''],
                  [tx('reviewDecidedAt'), <Time key="decided" at={review.decided_at} />],
                  [tx('reason'), reason ?? ''],
                ] as const)
              : []),
          ]}
        />
      </Card>
      {isOpen ? (
        <div className="columns">
          <Card title={tx('reviewRelease')}>
            <p>{tx(`reviewReleaseText_${subject}`)}</p>
            <Form session={session} to="/reviews/release" submit={tx('reviewRelease')} fixed={{ id }}>
              <Reason />
            </Form>
          </Card>
          <Card title={tx('reviewConfirm')}>
            <p>{tx(`reviewConfirmText_${subject}`)}</p>
            <Form session={session} to="/reviews/confirm" submit={tx('reviewConfirm')} fixed={{ id }}>
              <Reason />
            </Form>
          </Card>
        </div>
      ) : null}
    </>
  );
}

function Status({ state }: { readonly state: ReviewState }) {
  return <Badge tone={TONES[state]}>{tx(`review_${state}`)}</Badge>;
}

function groundsText({ grounds }: AccountReview): string {
  return grounds
    .split(',')
    .map((kind) => tx(`trait_${kind}` as TextKey))
    .join(', ');
}
