import { type Kysely, sql } from 'kysely';

/**
 * Limits have one name in the settings, `max`: of the bonuses for deposits, of the payout accounts, and of the wagering. The file that was
 * applied last is renamed too, so that it is not taken for a change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of [sql.ref('settings'), sql.ref('file')]) {
    await sql`
      update merchant set ${column} = jsonb_set(${column}, '{bonus,deposits}', (
        select jsonb_agg(case when rule ? 'most' then (rule - 'most') || jsonb_build_object('max', rule -> 'most') else rule end order by place)
          from jsonb_array_elements(${column} #> '{bonus,deposits}') with ordinality as listed (rule, place)))
      where jsonb_typeof(${column} #> '{bonus,deposits}') = 'array' and jsonb_array_length(${column} #> '{bonus,deposits}') > 0`.execute(
      db,
    );
    await rename(db, column, ['payoutAccounts'], 'most', 'max');
    await rename(db, column, ['protection', 'overrides'], 'wageringMost', 'maxWagering');
  }
}

function rename(db: Kysely<unknown>, column: ReturnType<typeof sql.ref>, path: readonly string[], from: string, to: string) {
  const place = sql`(${column} #> ${path}::text[])`;
  return sql`
    update merchant set ${column} = jsonb_set(${column}, ${path}::text[],
      (${place} - ${from}::text) || jsonb_build_object(${to}::text, ${place} -> ${from}::text))
    where jsonb_typeof(${place}) = 'object' and ${place} ? ${from}::text`.execute(db);
}
