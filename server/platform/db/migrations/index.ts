import type { Migration } from 'kysely';

/** Migrations by name, run in the order of their names. A landed migration is never edited. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {};
