import type { EmbeddedAccount } from './embedded-protocol.ts';

export interface BannerFacts {
  readonly address: string;
  readonly adminAddress: string;
  readonly accounts: readonly EmbeddedAccount[];
  readonly dataDir: string;
  /** Address of the remote platform; undefined with an embedded one. */
  readonly upstream: string | undefined;
}

/** Start message on standard output after `npm start`. */
export function banner({ address, adminAddress, accounts, dataDir, upstream }: BannerFacts): string {
  const rows: [string, string][] = [['Open', address]];
  // The account with the weak default password is not shown; the documentation names it.
  for (const { role, account, password } of accounts.filter((one) => one.role !== 'fresh'))
    rows.push([`Demo ${role}`, `${account} / ${password}`]);
  rows.push(['Admin', `${adminAddress}/readyz (this machine only)`]);
  if (upstream === undefined) {
    const signInHint =
      accounts.length > 0 ? 'ops01, ops02 or ops03, the demo password' : 'npm run operator -- add NAME admin makes the first operator';
    rows.push(['Console', `${adminAddress}/console (${signInHint})`]);
  }
  rows.push(upstream === undefined ? ['Data', dataDir] : ['Upstream', upstream]);
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
  return `\n${lines.join('\n')}\n\n  Press Ctrl+C to stop. All data is kept.\n\n`;
}
