import type { Kind } from './crowd.ts';
import type { Journal } from './journal.ts';
import type { Account, Reconciliation } from './reconciliation.ts';

export interface Run {
  readonly layout: string;
  readonly kills: Readonly<Record<string, number>>;
  readonly journal: Journal;
  readonly kinds: readonly Kind[];
  readonly accounts: readonly Account[];
  readonly reconciliation: Reconciliation;
}

/** One row per counted item, as in the tables of `docs/kills.md`. */
export function reportOf({ layout, kills, journal, kinds, accounts, reconciliation }: Run): string {
  const { rounds, completed, cancelled, open, lost, doubled, drift } = reconciliation;
  const died = Object.entries(kills).map(([part, count]) => `${part} ${count}`);
  return [
    `| ${layout} | ${died.join(', ')} | ${journal.acknowledgements.size} | ${rounds} | ${completed} | ${cancelled} | ${open} | ${lost.length} | ${doubled.length} | ${drift} |`,
    ...kinds.map(({ name, games }) => `| ${layout} | ${name} | ${countsOf(games, journal, accounts).join(' | ')} |`),
    ...lost,
    ...doubled,
  ].join('\n');
}

/** Acknowledged, in the ledger, completed, cancelled. */
function countsOf(games: readonly string[], journal: Journal, accounts: readonly Account[]): number[] {
  const bets = accounts.flatMap((account) => account.bets).filter(({ gameId }) => games.includes(gameId));
  const cancelled = bets.filter(({ status }) => status === 'cancelled').length;
  const completed = bets.filter(({ status }) => status === 'won' || status === 'lost').length;
  return [acknowledged(journal, games), bets.length, completed, cancelled];
}

export function acknowledged({ acknowledgements }: Journal, games: readonly string[]): number {
  return [...acknowledgements.values()].filter(({ gameId }) => games.includes(gameId)).length;
}
