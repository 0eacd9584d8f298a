import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { toWire } from '../../shared/money/money.ts';
import { type Env, readEnv } from '../config/env.ts';
import { DirectoryInUse, embeddedDir, openDatabase } from '../platform/db/index.ts';
import { audit } from '../platform/wallet/index.ts';

/** The report with amounts as wire decimals, as the admin port serves it and as this tool prints it. */
export interface ShownReport {
  readonly ok: boolean;
  readonly lines: readonly { realm: string; currency: string; owner: string; kind: string; accounts: number; balance: string }[];
  readonly transfers: number;
  readonly postings: number;
  readonly flagged: readonly string[];
  readonly differences: readonly string[];
}

/**
 * `npm run audit`: proves the books of the configured database and prints the trial balance. Exit code 0: proved; 1: a
 * difference; 2: nothing could be read.
 */
export async function runAudit(env: Env, print: (line: string) => void): Promise<number> {
  try {
    const report = await read(env);
    for (const line of present(report)) print(line);
    return report.ok ? 0 : 1;
  } catch (error) {
    print(`The books could not be read: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

async function read(env: Env): Promise<ShownReport> {
  const dir = embeddedDir(env.dataDir);
  if (env.databaseUrl === undefined && !existsSync(dir)) throw new Error(`there is no database in ${dir} yet; npm start makes one.`);
  try {
    const opened = await openDatabase({ url: env.databaseUrl, dir });
    try {
      const report = await audit(opened.db);
      return { ...report, lines: report.lines.map((line) => ({ ...line, balance: toWire(line.balance) })) };
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof DirectoryInUse) return askService(env);
    throw error;
  }
}

/** The embedded database has one user at a time; while the service runs, the service proves its own books. */
async function askService({ adminPort }: Env): Promise<ShownReport> {
  const url = `http://127.0.0.1:${adminPort}/audit`;
  const answer = await fetch(url).catch(() => undefined);
  if (!answer?.ok)
    throw new Error(`a running service holds the database, and ${url} does not answer. Is ADMIN_PORT that of the service? Else stop it.`);
  return (await answer.json()) as ShownReport;
}

export function present(report: ShownReport): string[] {
  const rows = report.lines.map((line) => [line.realm, line.currency, `${line.owner} ${line.kind}`, String(line.accounts), line.balance]);
  const table = [['realm', 'cur', 'account', 'rows', 'balance'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const lines = table.map((row) => row.map((cell, i) => (i < 3 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '));
  return [
    ...lines,
    '',
    `${report.transfers} transfers, ${report.postings} postings`,
    ...report.flagged.map((member) => `below zero after a vendor's reversal: ${member}`),
    ...report.differences.map((difference) => `DIFFERENCE: ${difference}`),
    report.ok ? 'The books balance: postings sum to zero, every balance equals its postings.' : 'THE BOOKS DO NOT BALANCE.',
  ];
}

/** Run as a program and not imported; through a symbolic link too, for an audit that does nothing would look like a good one. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href)
  process.exitCode = await runAudit(readEnv(), (line) => console.log(line));
