import { countryList, domainRoute, languageUpdate, routerInfo } from '../../../../shared/api/system/contract.ts';
import { LANGUAGES } from '../../../../shared/i18n/languages.ts';
import type { Database } from '../../base/db/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { levelService, rankOfMember, readMerchant } from '../../merchant/index.ts';
import { dialingCountries } from './countries.ts';
import type { DomainSpeeds } from './domain-speeds.ts';
import { customerServicePaths } from './router-info.ts';

export interface VisitorRouteDeps {
  readonly db: Database;
  readonly merchant: string;
  readonly domainSpeeds: DomainSpeeds;
}

/** Public calls besides content: countries, domains, language, customer service. */
export function visitorRoutes({ db, merchant, domainSpeeds }: VisitorRouteDeps): readonly BoundCall[] {
  const settings = async () => (await readMerchant(db, merchant)).settings;
  /** A member of a level with personal service has its own customer service. */
  async function servicePlace(memberId: string | undefined): Promise<string | null> {
    const rules = await settings();
    if (memberId === undefined) return rules.customerService;
    const member = await db.selectFrom('member').select(rankOfMember.as('rank')).where('id', '=', memberId).executeTakeFirst();
    return levelService(rules, member?.rank?.rankLevel ?? 1) ?? rules.customerService;
  }
  return [
    bind(countryList, async () => ({ countries: [...dialingCountries((await settings()).access.smsCountries)] })),

    bind(domainRoute, async () => ({ domainList: await domainSpeeds.list() })),

    bind(languageUpdate, async ({ actor }, { body: { language } }) => {
      if (!LANGUAGES.some(({ code }) => code === language)) throw new Refusal('bad_request', {}, { language: { code: 'field_format' } });
      if (actor) await db.updateTable('member').set({ language }).where('id', '=', actor.memberId).execute();
      return {};
    }),

    bind(routerInfo, async ({ actor }, { query: { key } }) => ({
      version: { pathList: await customerServicePaths(await servicePlace(actor?.memberId), key) },
    })),
  ];
}
