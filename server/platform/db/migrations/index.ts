import type { Migration } from 'kysely';
import * as accounts from './010-accounts.ts';
import * as games from './011-games.ts';
import * as content from './012-content.ts';

/** Migrations by name, run in the order of their names. A landed migration is never edited. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '010-accounts': accounts,
  '011-games': games,
  '012-content': content,
};
