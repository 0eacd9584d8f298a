import { type Kysely, sql } from 'kysely';

/** `access.tellUnknown` is `access.revealUnknown`, in the settings and in the file that was applied last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of [sql.ref('settings'), sql.ref('file')])
    await sql`
      update merchant set ${column} = jsonb_set(${column}, '{access}',
        (${column} -> 'access') - 'tellUnknown' || jsonb_build_object('revealUnknown', ${column} #> '{access,tellUnknown}'))
      where jsonb_typeof(${column} -> 'access') = 'object' and ${column} -> 'access' ? 'tellUnknown'`.execute(db);
}
