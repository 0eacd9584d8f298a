import type { EmbeddedAccount } from './embedded-protocol.ts';

export interface BannerFacts {
  readonly address: string;
  readonly adminAddress: string;
  readonly accounts: readonly EmbeddedAccount[];
  readonly hasOperators: boolean;
  /** Port of the portal if other machines can reach it. */
  readonly reachablePort: number | undefined;
  readonly dataDir: string;
  /** Address of the remote platform; undefined with an embedded one. */
  readonly upstream: string | undefined;
}

/** Start message on standard output after `npm start`. */
export function banner({ address, adminAddress, accounts, hasOperators, reachablePort, dataDir, upstream }: BannerFacts): string {
  const rows: [string, string][] = [['Open', address]];
  // The account with the weak default password is not shown; the documentation names it.
  for (const { role, account, password } of accounts.filter((one) => one.role !== 'fresh'))
    rows.push([`Demo ${role}`, `${account} / ${password}`]);
  rows.push(['Admin', `${adminAddress}/readyz (this machine only)`]);
  if (upstream === undefined) rows.push(['Console', `${adminAddress}/console (${consoleHint(accounts.length > 0, hasOperators)})`]);
  rows.push(upstream === undefined ? ['Data', dataDir] : ['Upstream', upstream]);
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
  const warning =
    accounts.length > 0 && reachablePort !== undefined
      ? `\n  WARNING: other machines can reach port ${reachablePort}, and the passwords of the demo are public. HOST=127.0.0.1 prevents this.\n`
      : '';
  return `\n${lines.join('\n')}\n${warning}\n  Press Ctrl+C to stop. All data is kept.\n\n`;
}

function consoleHint(isDemo: boolean, hasOperators: boolean): string {
  if (isDemo) return 'ops01, ops02 or ops03, the demo password';
  // Operators of the command line count as two persons at once; one whom another has added does not.
  return hasOperators ? 'your operator account' : 'no operators yet: add two admins with npm run operator -- add NAME admin';
}
