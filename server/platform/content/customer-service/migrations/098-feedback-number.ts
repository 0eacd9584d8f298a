import { type Kysely, sql } from 'kysely';

/**
 * The number that the sender of a message to customer service quotes. Random, so that it does not show how many messages
 * there are; messages from before get theirs from their id.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run('alter table feedback add column number text');
  await run("update feedback set number = lpad(id::text, 8, '0')");
  await run(`
    alter table feedback
      alter column number set default lpad(floor(random() * 100000000)::bigint::text, 8, '0'),
      alter column number set not null`);
  await run('create unique index feedback_number on feedback (merchant, number)');
}
