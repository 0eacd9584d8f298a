import { countryList, domainRoute, feedbackSend, languageUpdate, routerInfo } from '../../../shared/api/system-calls.ts';
import { REMARK_MAX_LENGTH } from '../../../shared/constants.ts';
import { LANGUAGES } from '../../../shared/i18n/languages.ts';
import type { Clock } from '../clock.ts';
import { readMerchant } from '../content/index.ts';
import type { Database } from '../db/database.ts';
import { type BoundCall, bind } from '../http/binding.ts';
import { Refusal } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import type { HumanCheck } from '../verification/contracts.ts';
import { dialingCountries } from './countries.ts';
import type { DomainSpeeds } from './domain-speeds.ts';
import { customerServicePaths } from './router-info.ts';

export interface VisitorRouteDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly human: HumanCheck;
  readonly domainSpeeds: DomainSpeeds;
}

/** What anybody may ask of the site besides its content: countries, domains, language, customer service. */
export function visitorRoutes({ db, clock, merchant, secrets, human, domainSpeeds }: VisitorRouteDeps): readonly BoundCall[] {
  const settings = async () => (await readMerchant(db, merchant)).settings;
  return [
    bind(countryList, async () => ({ countries: [...dialingCountries((await settings()).access.smsCountries)] })),

    bind(domainRoute, async () => ({ domainList: await domainSpeeds.list() })),

    bind(languageUpdate, async ({ actor }, { body: { language } }) => {
      if (!LANGUAGES.some(({ code }) => code === language)) throw new Refusal('bad_request', {}, { language: { code: 'field_format' } });
      if (actor) await db.updateTable('member').set({ language }).where('id', '=', actor.memberId).execute();
      return {};
    }),

    bind(routerInfo, async (_caller, { query: { key } }) => ({
      version: { pathList: await customerServicePaths((await settings()).customerService, key) },
    })),

    bind(feedbackSend, async (caller, { body: { content, contact, ...proof } }) => {
      if ([...content].length > REMARK_MAX_LENGTH)
        throw new Refusal('invalid_fields', {}, { content: { code: 'field_length', params: { length: `1–${REMARK_MAX_LENGTH}` } } });
      if (!caller.actor) await human.require('feedback', proof, caller);
      const sealed = secrets.seal('feedback', JSON.stringify({ content, contact: contact ?? '' }));
      const memberId = caller.actor?.memberId ?? null;
      await db.insertInto('feedback').values({ merchant, member_id: memberId, sealed, created_at: clock.now() }).execute();
      return {};
    }),
  ];
}
