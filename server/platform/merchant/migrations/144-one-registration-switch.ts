import { type Kysely, sql } from 'kysely';

/**
 * `registration` is the only place of the switches of registering. A form was open if both places allowed it. The file that was applied
 * last loses the old keys too, so that they are not compared again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update merchant set
      settings = settings
        || jsonb_build_object('registration', (settings -> 'registration') || jsonb_build_object(
             'usernameRegister', coalesce((settings #>> '{registration,usernameRegister}')::boolean, true)
               and coalesce((settings #>> '{features,usernameRegister}')::boolean, true),
             'mobileRegister', coalesce((settings #>> '{registration,mobileRegister}')::boolean, false)
               and coalesce((settings #>> '{features,mobileRegister}')::boolean, true)))
        || jsonb_build_object('features', (settings -> 'features') - array['usernameRegister', 'mobileRegister', 'mobileWithPassword']),
      file = case when file -> 'features' is null then file
        else file || jsonb_build_object('features', (file -> 'features') - array['usernameRegister', 'mobileRegister', 'mobileWithPassword']) end,
      content_version = content_version + 1
    where settings -> 'registration' is not null and settings -> 'features' is not null`.execute(db);
}
