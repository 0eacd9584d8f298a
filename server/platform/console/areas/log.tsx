import { sql } from 'kysely';
import { BYTE_ORDER_MARK, csvLine } from '../../../../shared/csv.ts';
import { readMerchant } from '../../merchant/index.ts';
import {
  type AuditDeps,
  anchorText,
  Badge,
  Card,
  type ConsoleArea,
  type ConsoleInput,
  detailText,
  kindText,
  type LogChecks,
  Table,
  Time,
  tx,
} from '../../operators/index.ts';

const PAGE = 50;
/** Limit of one export; older lines need a narrower filter. */
const MAX_LINES = 50_000;
const COLUMNS = ['id', 'at', 'operator', 'action', 'object', 'reason', 'detail', 'address', 'previous', 'hash'] as const;

export interface LogAreaDeps extends AuditDeps {
  readonly logChecks: Pick<LogChecks, 'verifyRecent'>;
}

/** All operator actions, newest first. The hash chain is verified on each view. */
export function logArea(deps: LogAreaDeps): ConsoleArea {
  return {
    pages: [
      { path: '/log', action: 'log.read', title: 'log', inMenu: { group: 'control', place: 10 }, load: (input) => logPage(deps, input) },
    ],
    forms: [],
    files: [
      {
        path: '/log.csv',
        action: 'log.read',
        load: async ({ query }) => ({ type: 'text/csv; charset=utf-8', name: 'operator-log.csv', bytes: await logFile(deps, query) }),
      },
      {
        path: '/log-anchor.txt',
        action: 'log.read',
        // No anchor if the chain is broken.
        async load() {
          const proof = await deps.logChecks.verifyRecent();
          const text = `${deps.clock.now().toISOString()} ${deps.merchant} ${anchorText(proof)}\n`;
          return proof.broken === undefined
            ? { type: 'text/plain; charset=utf-8', name: 'log-anchor.txt', bytes: Buffer.from(text) }
            : undefined;
        },
      },
    ],
  };
}

/** All lines that match the filter, newest first, with their hashes: the file can be used to verify the chain later. */
async function logFile(deps: AuditDeps, query: URLSearchParams): Promise<Buffer> {
  const rows = await readLog(deps, query, MAX_LINES);
  const lines = rows.map((row) => csvLine(COLUMNS.map((name) => (name === 'at' ? row.at.toISOString() : String(row[name])))));
  return Buffer.from([BYTE_ORDER_MARK + csvLine(COLUMNS), ...lines].join(''));
}

async function logPage(deps: LogAreaDeps, { query }: ConsoleInput) {
  const [rows, proof] = await Promise.all([readLog(deps, query, PAGE + 1), deps.logChecks.verifyRecent()]);
  const { settings } = await readMerchant(deps.db, deps.merchant);
  const last = rows.length > PAGE ? rows[PAGE - 1]?.id : undefined;
  const whole = new URLSearchParams([...query].filter(([name]) => name !== 'before' && name !== 'done'));
  const older = new URLSearchParams(whole);
  if (last !== undefined) older.set('before', last);
  return (
    <>
      <p>
        {proof.broken === undefined ? (
          <Badge tone="pos">{tx('logWhole', { count: proof.lines })}</Badge>
        ) : (
          <Badge tone="neg">{tx('logBroken', { where: proof.broken })}</Badge>
        )}
      </p>
      <Card title={tx('filter')}>
        <form method="get" action="/console/log">
          {FILTERS.map((name) => (
            <div key={name} className="field">
              <label htmlFor={`filter-${name}`}>{tx(name)}</label>
              <input id={`filter-${name}`} name={name} type="search" maxLength={64} defaultValue={query.get(name) ?? ''} />
              {name === 'operator' ? null : <small>{tx('filterPrefix')}</small>}
            </div>
          ))}
          {DATES.map((name) => (
            <div key={name} className="field">
              <label htmlFor={`filter-${name}`}>{tx(`filter_${name}`)}</label>
              <input id={`filter-${name}`} name={name} type="date" defaultValue={query.get(name) ?? ''} />
            </div>
          ))}
          <button type="submit">{tx('filter')}</button>
        </form>
      </Card>
      <Card title={tx('log')}>
        <Table
          caption={tx('log')}
          heads={[tx('time'), tx('operator'), tx('action'), tx('object'), tx('reason'), tx('detail'), tx('address')]}
          rows={rows.slice(0, PAGE).map((row) => ({
            key: row.id,
            cells: [
              <Time key="time" at={row.at} />,
              row.operator,
              <span key="action">
                {kindText('log', row.action)} <code>{row.action}</code>
              </span>,
              <ObjectLink key="object" object={row.object} />,
              row.reason,
              <code key="detail">{detailText(row.detail, settings.currency)}</code>,
              row.address,
            ],
          }))}
          empty={tx('nothing')}
        />
        <p className="actions">
          {last === undefined ? null : <a href={`/console/log?${older}`}>{tx('older')}</a>}
          <a href={`/console/log.csv?${whole}`}>{tx('logFile')}</a>
          <a href="/console/log-anchor.txt">{tx('logAnchor')}</a>
        </p>
      </Card>
    </>
  );
}

const PAGES: Readonly<Record<string, string>> = {
  member: '/members/',
  deposit: '/deposits/',
  withdrawal: '/withdrawals/',
  content: '/content/items/',
  operator: '/operators/',
};

/** The object of a log line, linked if it has a page. */
function ObjectLink({ object }: { readonly object: string }) {
  const [kind = '', id = ''] = object.split(/:(.*)/s);
  const page = PAGES[kind];
  return page && id ? <a href={`/console${page}${encodeURIComponent(id)}`}>{object}</a> : object;
}

/** The beginning is enough for `action` ("deposit.") and `object` ("member:"). */
const FILTERS = ['operator', 'action', 'object'] as const;
const DATES = ['since', 'to'] as const;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

async function readLog({ db, merchant }: AuditDeps, query: URLSearchParams, limit: number) {
  const { timeZone } = (await readMerchant(db, merchant)).settings;
  let rows = db.selectFrom('operator_log').selectAll().where('merchant', '=', merchant);
  for (const name of FILTERS) {
    const filterValue = query.get(name)?.trim().slice(0, 64);
    if (!filterValue) continue;
    if (name === 'operator') rows = rows.where(name, '=', filterValue.toLowerCase());
    else rows = rows.where(name, 'like', `${filterValue.replace(/[\\%_]/g, '\\$&')}%`);
  }
  const [since, to] = DATES.map((name) => query.get(name) ?? '');
  // Days of the merchant.
  if (since && DATE.test(since)) rows = rows.where('at', '>=', sql<Date>`(${since}::timestamp at time zone ${timeZone})`);
  if (to && DATE.test(to)) rows = rows.where('at', '<', sql<Date>`((${to}::timestamp + interval '1 day') at time zone ${timeZone})`);
  const before = query.get('before');
  if (before !== null && /^\d{1,18}$/.test(before)) rows = rows.where('id', '<', before);
  return rows.orderBy('id', 'desc').limit(limit).execute();
}
