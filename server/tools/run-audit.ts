import { existsSync, readFileSync } from 'node:fs';
import { toWire } from '../../shared/money/money.ts';
import type { Env } from '../config/env.ts';
import { defined } from '../kit/defined.ts';
import { DirectoryInUse, embeddedDir, openDatabase } from '../platform/base/db/open.ts';
import { FEATURES } from '../platform/features.ts';
import { type LogProof, proveLog, readAnchor } from '../platform/operators/index.ts';
import { auditAll } from '../platform/ops/internal/index.ts';
import { staticPartsOf } from '../platform/static-parts.ts';

/** The report with amounts as wire decimals, as the admin port serves it and this tool prints it. */
export interface PrintedReport {
  readonly ok: boolean;
  readonly lines: readonly { realm: string; currency: string; owner: string; kind: string; accounts: number; balance: string }[];
  readonly transfers: number;
  readonly postings: number;
  readonly flagged: readonly string[];
  readonly differences: readonly string[];
  /** Wages of the last 35 days, computed again. */
  readonly wages?: number;
  /** The operators' log: number of lines, last hash, and the position of a broken link. */
  readonly operatorLog: LogProof;
}

/**
 * `npm run audit`: verifies the books and the operators' log of the configured database and prints the trial balance. An anchor (text, or a
 * file that contains it) verifies the log against a state recorded outside of the database. Exit code 0: verified; 1: a difference; 2: not
 * readable.
 */
export async function runAudit(env: Env, print: (line: string) => void, given?: string): Promise<number> {
  try {
    const anchor = given === undefined ? undefined : anchorIn(given);
    const report = await read(env, anchor);
    for (const line of present(report)) print(line);
    return report.ok && report.operatorLog.broken === undefined ? 0 : 1;
  } catch (error) {
    print(`The books could not be read: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

/** Finds the last anchor of a file, which may be the service's log. */
function anchorIn(given: string): string {
  const lines = existsSync(given) ? readFileSync(given, 'utf8').split('\n').reverse() : [given];
  const found = lines.find((line) => readAnchor(line) !== undefined);
  if (found === undefined) throw new Error(`${given} holds no anchor such as 120:9f86… (lines, colon, hash).`);
  const { lines: count, hash } = readAnchor(found) ?? { lines: 0, hash: '' };
  return `${count}:${hash}`;
}

async function read(env: Env, anchor: string | undefined): Promise<PrintedReport> {
  const dir = embeddedDir(env.dataDir);
  if (env.databaseUrl === undefined && !existsSync(dir)) throw new Error(`there is no database in ${dir} yet; npm start makes one.`);
  try {
    const opened = await openDatabase({ ...defined({ url: env.databaseUrl }), dir });
    try {
      const report = await auditAll(opened.db, staticPartsOf(FEATURES).audits);
      const operatorLog = await proveLog(opened.db, env.merchant, anchor === undefined ? {} : defined({ anchor: readAnchor(anchor) }));
      return { ...report, operatorLog, lines: report.lines.map((line) => ({ ...line, balance: toWire(line.balance) })) };
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof DirectoryInUse) return fetchServiceReport(env, anchor);
    throw error;
  }
}

/** The embedded database has one user at a time, so a running service audits its own books. */
async function fetchServiceReport({ adminPort }: Env, anchor: string | undefined): Promise<PrintedReport> {
  const url = `http://127.0.0.1:${adminPort}/audit${anchor === undefined ? '' : `?anchor=${anchor}`}`;
  const answer = await fetch(url).catch(() => undefined);
  if (!answer?.ok)
    throw new Error(`a running service holds the database, and ${url} does not answer. Is ADMIN_PORT that of the service? Else stop it.`);
  return (await answer.json()) as PrintedReport;
}

function present(report: PrintedReport): string[] {
  const rows = report.lines.map((line) => [line.realm, line.currency, `${line.owner} ${line.kind}`, String(line.accounts), line.balance]);
  const table = [['realm', 'cur', 'account', 'rows', 'balance'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const lines = table.map((row) => row.map((cell, i) => (i < 3 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '));
  return [
    ...lines,
    '',
    `${report.transfers} transfers, ${report.postings} postings`,
    `${report.wages ?? 0} wages of the last 35 days computed again`,
    ...report.flagged.map((member) => `below zero after a vendor's reversal: ${member}`),
    ...report.differences.map((difference) => `DIFFERENCE: ${difference}`),
    report.operatorLog.broken === undefined
      ? `The operators’ log is whole: ${report.operatorLog.lines} lines.${anchorOf(report.operatorLog)}`
      : `THE OPERATORS’ LOG IS BROKEN: ${report.operatorLog.broken}`,
    report.ok ? 'The books balance: postings sum to zero, every balance equals its postings.' : 'THE BOOKS DO NOT BALANCE.',
  ];
}

/** Anchor for the next audit, to be stored outside of the database. */
function anchorOf({ lines, hash }: LogProof): string {
  return lines === 0 ? '' : ` Its anchor: ${lines}:${hash}`;
}
