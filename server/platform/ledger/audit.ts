import { sql } from 'kysely';
import type { Units } from '../../../shared/money/money.ts';
import type { Database, Tx } from '../base/db/index.ts';

/** One line of the trial balance: all accounts of a kind. */
export interface TrialBalanceLine {
  readonly realm: string;
  readonly currency: string;
  readonly owner: 'house' | 'members';
  readonly kind: string;
  readonly accounts: number;
  readonly balance: Units;
}

export interface AuditReport {
  readonly ok: boolean;
  readonly lines: readonly TrialBalanceLine[];
  readonly transfers: number;
  readonly postings: number;
  /** Members whose wallet a reversal has driven below zero: valid, but to be reviewed. */
  readonly flagged: readonly string[];
  /** Inconsistencies as sentences with accounts and transfers; at most one hundred per check. */
  readonly differences: readonly string[];
  /** Wages that were computed again. */
  readonly wages?: number;
}

type Check = (tx: Tx) => Promise<readonly string[]>;
const MAX_SHOWN = 100;

/** Verifies the ledger in one read-only snapshot. */
export function audit(db: Database): Promise<AuditReport> {
  return db.transaction().setIsolationLevel('repeatable read').execute(auditInside);
}

/** The same in an open transaction, including its changes. */
export async function auditInside(tx: Tx): Promise<AuditReport> {
  const differences: string[] = [];
  for (const check of CHECKS) differences.push(...(await check(tx)));
  const counts = await sql<{ transfers: string; postings: string }>`
    select (select count(*) from ledger_transfer) as transfers, (select count(*) from ledger_posting) as postings`.execute(tx);
  const flagged = await sql<{ owner: string }>`
    select owner from ledger_account where overdrawn_by is not null order by owner limit ${MAX_SHOWN}`.execute(tx);
  return {
    ok: differences.length === 0,
    lines: await trialBalance(tx),
    transfers: Number(counts.rows[0]?.transfers),
    postings: Number(counts.rows[0]?.postings),
    flagged: flagged.rows.map((row) => row.owner),
    differences,
  };
}

async function trialBalance(tx: Tx): Promise<readonly TrialBalanceLine[]> {
  const { rows } = await sql<{
    realm: string;
    currency: string;
    who: 'house' | 'members';
    kind: string;
    accounts: string;
    balance: string;
  }>`
    select realm, currency, case when owner = 'house' then 'house' else 'members' end as who, kind,
           count(*) as accounts, sum(balance) as balance
      from ledger_account group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(tx);
  return rows.map(({ who, accounts, balance, ...line }) => ({ ...line, owner: who, accounts: Number(accounts), balance: BigInt(balance) }));
}

const account = sql`a.owner || '/' || a.kind || '/' || a.currency || '/' || a.realm || '/' || a.shard`;

/** Each check returns one sentence per inconsistency in a column `difference`. */
const CHECKS: readonly Check[] = [
  differencesOf(sql`
    select 'the accounts of ' || currency || ' ' || realm || ' sum to ' || sum(balance) || ', not to zero' as difference
      from ledger_account group by currency, realm having sum(balance) <> 0`),
  differencesOf(sql`
    select 'account ' || ${account} || ' holds ' || a.balance || ' but its postings sum to ' || coalesce(p.total, 0) as difference
      from ledger_account a left join (select account_id, sum(amount) as total from ledger_posting group by 1) p on p.account_id = a.id
     where a.balance <> coalesce(p.total, 0)`),
  differencesOf(sql`
    select 'account ' || ${account} || ' is at version ' || a.version || ' but has ' || coalesce(p.n, 0) || ' postings' as difference
      from ledger_account a left join (select account_id, count(*) as n from ledger_posting group by 1) p on p.account_id = a.id
     where a.version <> coalesce(p.n, 0)`),
  differencesOf(sql`
    select 'account ' || ${account} || ', posting ' || p.version || ': the balance after is ' || p.balance_after || ', the sum so far '
           || p.so_far as difference
      from (select account_id, version, balance_after,
                   sum(amount) over (partition by account_id order by version) as so_far,
                   row_number() over (partition by account_id order by version) as place
              from ledger_posting) p join ledger_account a on a.id = p.account_id
     where p.balance_after <> p.so_far or p.version <> p.place`),
  differencesOf(sql`
    select 'account ' || ${account} || ', posting ' || p.version || ': the chain does not fit' as difference
      from (select l.*, lag(l.chain) over (partition by l.account_id order by l.version) as before from ledger_posting l) p
      join ledger_account a on a.id = p.account_id join ledger_transfer t on t.id = p.transfer_id
     where p.chain is distinct from ledger_chain(p.before, t.id, t.reference, t.body_hash, p.amount, p.balance_after, p.version)`),
  differencesOf(sql`
    select 'account ' || ${account} || ': the chain ends elsewhere' as difference
      from ledger_account a left join ledger_posting p on p.account_id = a.id and p.version = a.version
     where a.chain is distinct from p.chain`),
  differencesOf(sql`
    select 'transfer ' || t.id || ' (' || t.reference || ') has ' || count(p.account_id) || ' postings that sum to ' || coalesce(sum(p.amount), 0)
           as difference
      from ledger_transfer t left join ledger_posting p on p.transfer_id = t.id
     group by t.id having count(p.account_id) < 2 or coalesce(sum(p.amount), 0) <> 0`),
  differencesOf(sql`
    select 'a posting of ' || p.amount || ' names transfer ' || p.transfer_id || ' and account ' || p.account_id || ', which do not both exist'
           as difference
      from ledger_posting p left join ledger_transfer t on t.id = p.transfer_id left join ledger_account a on a.id = p.account_id
     where t.id is null or a.id is null`),
  differencesOf(sql`
    select 'transfer ' || t.id || ' (' || t.currency || ' ' || t.realm || ') touches account ' || ${account} as difference
      from ledger_posting p join ledger_transfer t on t.id = p.transfer_id join ledger_account a on a.id = p.account_id
     where a.currency <> t.currency or a.realm <> t.realm`),
  differencesOf(sql`
    select 'account ' || ${account} || ' is below zero (' || a.balance || ') without a reversal that explains it' as difference
      from ledger_account a left join ledger_transfer t on t.id = a.overdrawn_by
     where a.owner <> 'house' and a.balance < 0 and (t.reversal is distinct from true)`),
  differencesOf(sql`
    select 'account ' || ${account} || ' carries the flag of a reversal that has been made good' as difference
      from ledger_account a where a.overdrawn_by is not null and a.balance >= 0`),
  differencesOf(sql`
    select 'the suspense account of ' || currency || ' holds ' || sum(booked) || ' but ' || sum(waiting) || ' waits to be decided' as difference
      from (select currency, balance as booked, 0 as waiting from ledger_account where owner = 'house' and kind = 'suspense'
            union all select currency, 0, amount - taken_back from suspense where status = 'waiting') s
     group by currency having sum(booked) <> sum(waiting)`),
];

function differencesOf(query: ReturnType<typeof sql>): Check {
  return async (tx) => {
    const { rows } = await sql<{ difference: string }>`${query} limit ${MAX_SHOWN}`.execute(tx);
    return rows.map((row) => row.difference);
  };
}
