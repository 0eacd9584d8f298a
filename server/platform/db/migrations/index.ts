import type { Migration } from 'kysely';
import * as ledger from './001-ledger.ts';
import * as ledgerPost from './002-ledger-post.ts';
import * as vendors from './003-vendors.ts';
import * as cashier from './004-cashier.ts';
import * as accounts from './010-accounts.ts';
import * as games from './011-games.ts';
import * as content from './012-content.ts';
import * as access from './020-access.ts';
import * as lobby from './030-lobby.ts';
import * as events from './031-events.ts';
import * as contentOfLobby from './032-content.ts';
import * as chat from './033-chat.ts';

/** Migrations by name, run in the order of their names. A landed migration is never edited. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-ledger': ledger,
  '002-ledger-post': ledgerPost,
  '003-vendors': vendors,
  '004-cashier': cashier,
  '010-accounts': accounts,
  '011-games': games,
  '012-content': content,
  '020-access': access,
  '030-lobby': lobby,
  '031-events': events,
  '032-content': contentOfLobby,
  '033-chat': chat,
};
