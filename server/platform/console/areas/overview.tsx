import { sql } from 'kysely';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { cacheFor } from '../../base/cache-for.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { audit } from '../../ledger/index.ts';
import { isClosed, type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import {
  type Action,
  Amount,
  Badge,
  Card,
  type ConsoleArea,
  Facts,
  isActionAllowed,
  kindText,
  type LogChecks,
  Span,
  Table,
  type TextKey,
  tx,
} from '../../operators/index.ts';
import { countPairs, pairsSince } from '../../play/contests/index.ts';
import { type PlannedSwitch, plannedSwitches, switchStatus } from '../../play/games/index.ts';

export interface OverviewAreaDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly logChecks: Pick<LogChecks, 'verifyRecent'>;
}

const PROOF_MAX_AGE_MS = 5 * MINUTE_MS;
type Waiting =
  | 'deposits'
  | 'returned'
  | 'suspense'
  | 'review'
  | 'approved'
  | 'disputed'
  | 'letters'
  | 'adjustments'
  | 'points'
  | 'reviews'
  | 'bonuses';
const WAITING: readonly (readonly [name: TextKey, to: string, action: Action, key: Waiting | 'pairs'])[] = [
  ['waitDeposits', '/deposits?status=checking', 'deposits.read', 'deposits'],
  ['waitReturned', '/deposits?status=returned', 'deposits.read', 'returned'],
  ['waitSuspense', '/suspense?status=waiting', 'deposits.read', 'suspense'],
  ['waitReview', '/withdrawals?status=review', 'withdrawals.read', 'review'],
  ['waitApproved', '/withdrawals?status=approved', 'withdrawals.read', 'approved'],
  ['waitDisputed', '/withdrawals?status=disputed', 'withdrawals.read', 'disputed'],
  ['waitReviews', '/reviews', 'reviews.read', 'reviews'],
  ['waitBonusChecks', '/bonus-checks', 'reviews.read', 'bonuses'],
  ['waitPairs', '/pairs', 'members.limit', 'pairs'],
  ['waitAdjustments', '/adjustments', 'members.adjust', 'adjustments'],
  ['waitPoints', '/points', 'members.adjust', 'points'],
  ['waitLetters', '/feedback', 'feedback.answer', 'letters'],
];

/** Waiting work, today's totals, and the state of the ledger checks. */
export function overviewArea({ db, clock, merchant, logChecks }: OverviewAreaDeps): ConsoleArea {
  // Verifies all books, cached for some minutes. `npm run audit` verifies without a cache.
  const proofs = cacheFor(clock, PROOF_MAX_AGE_MS, async () => {
    const [books, log] = [await audit(db), await logChecks.verifyRecent()];
    return { books: books.ok, differences: books.differences.length, log: log.broken };
  });
  return {
    pages: [
      {
        path: '',
        action: 'overview',
        title: 'overview',
        inMenu: { group: 'start', place: 10 },
        async load({ session }) {
          const { settings } = await readMerchant(db, merchant);
          const now = clock.now();
          const [waits, pairs, sums, planned, proof] = await Promise.all([
            count(db, merchant),
            countPairs(db, pairsSince(now)),
            sumsOfToday(db, now, settings.timeZone),
            plannedSwitches(db, now),
            proofs(),
          ]);
          const counts = { ...waits, pairs };
          const waiting = WAITING.filter(([, , action]) => isActionAllowed(session.role, action));
          return (
            <>
              <div className="columns">
                <Card title={tx('waiting')}>
                  <Facts
                    rows={waiting.map(([name, to, , key]) => [
                      tx(name),
                      <a key={key} href={`/console${to}`}>
                        {counts[key]}
                      </a>,
                    ])}
                  />
                </Card>
                <Card title={tx('health')}>
                  <Facts
                    rows={[
                      [
                        tx('books'),
                        <Proof key="books" ok={proof.books} good={tx('booksGood')} bad={tx('booksBad', { count: proof.differences })} />,
                      ],
                      [tx('log'), <Proof key="log" ok={proof.log === undefined} good={tx('chainGood')} bad={proof.log ?? ''} />],
                      [tx('openRounds'), counts.rounds],
                      [tx('site'), <Proof key="site" ok={!isClosed(settings, now)} good={tx('siteOpen')} bad={tx('siteClosed')} />],
                    ]}
                  />
                </Card>
              </div>
              <Planned rows={[...siteSwitch(settings, now), ...planned]} now={now} />
              <Card title={tx('today')}>
                <Table
                  caption={tx('movements')}
                  heads={[tx('kind'), tx('count'), tx('sumWallets')]}
                  rows={sums.map((row) => ({
                    key: `${row.kind} ${row.currency}`,
                    cells: [
                      kindText('transfer', row.kind),
                      row.count,
                      <Amount key="sum" units={BigInt(row.sum)} currency={row.currency} />,
                    ],
                  }))}
                  empty={tx('nothing')}
                />
              </Card>
            </>
          );
        },
      },
    ],
    forms: [],
  };
}

/** The site's maintenance switch, listed with those of the games. */
function siteSwitch({ maintenance, maintenanceFrom, maintenanceEnd }: MerchantSettings, now: Date) {
  const timeOf = (at: string | null) => (at === null ? null : new Date(at));
  const state = { closed: maintenance, from: timeOf(maintenanceFrom), until: timeOf(maintenanceEnd) };
  return switchStatus(state, now) === 'on' ? [] : [{ ...state, scope: 'site' as const, name: '' }];
}

type PlannedRow = Omit<PlannedSwitch, 'scope'> & { readonly scope: PlannedSwitch['scope'] | 'site' };

/** Current and planned closures, with the time of reopening. */
function Planned({ rows, now }: { readonly rows: readonly PlannedRow[]; readonly now: Date }) {
  if (rows.length === 0) return null;
  return (
    <Card title={tx('planned_title')}>
      <Table
        caption={tx('planned_title')}
        heads={[tx('what'), tx('state'), tx('time')]}
        rows={rows.map((row) => ({
          key: `${row.scope} ${row.name}`,
          cells: [
            row.name || tx(row.scope === 'site' ? 'site' : 'gamesAll'),
            tx(switchStatus(row, now) === 'planned' ? 'planned' : 'off'),
            <Span key="span" {...row} now={now} />,
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}

function Proof({ ok, good, bad }: { readonly ok: boolean; readonly good: string; readonly bad: string }) {
  return <Badge tone={ok ? 'pos' : 'neg'}>{ok ? good : bad}</Badge>;
}

async function count(db: Database, merchant: string) {
  const { rows } = await sql<Record<Waiting | 'rounds', string>>`
    select (select count(*) from deposit where status = 'checking') as deposits,
      (select count(*) from deposit where status = 'returned') as returned,
      (select count(*) from suspense where status = 'waiting') as suspense,
      (select count(*) from withdrawal where status = 'review') as review,
      (select count(*) from withdrawal where status = 'approved') as approved,
      (select count(*) from withdrawal where status = 'disputed') as disputed,
      (select count(*) from feedback where merchant = ${merchant} and answered_at is null) as letters,
      (select count(*) from adjustment where merchant = ${merchant} and status = 'waiting') as adjustments,
      (select count(*) from point_redemption where status = 'in_process') as points,
      (select count(*) from account_review where merchant = ${merchant} and state = 'open') as reviews,
      (select count(*) from bonus_flag where state = 'open') as bonuses,
      (select count(*) from vendor_round where state = 'open') as rounds`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('count query returned no row');
  return row;
}

/** Movements of real-money wallets since the start of the day in the merchant's time zone. */
async function sumsOfToday(db: Database, now: Date, timeZone: string) {
  const { rows } = await sql<{ kind: string; currency: string; count: string; sum: string }>`
    select t.kind, t.currency, count(*) as count, sum(p.amount) as sum
      from ledger_transfer t
      join ledger_posting p on p.transfer_id = t.id
      join ledger_account a on a.id = p.account_id and a.kind = 'wallet' and a.owner <> 'house'
     where t.realm = 'real' and t.created_at >= date_trunc('day', ${now.toISOString()}::timestamptz, ${timeZone})
     group by t.kind, t.currency order by t.kind, t.currency`.execute(db);
  return rows;
}
