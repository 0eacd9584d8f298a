import { settingRegister, systemStatus, systemWhitelabel } from '../../../shared/api/account-calls.ts';
import { listAnnouncements } from '../../../shared/api/content-calls.ts';
import { languageOf } from '../../../shared/i18n/languages.ts';
import { STUDIO_ART_PATH } from '../../../shared/studio/protocol.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { type BoundCall, bind } from '../http/binding.ts';
import { type ShownContent, shownContent } from './reads.ts';
import { readMerchant } from './settings.ts';

export interface ContentRouteDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
}

export function contentRoutes({ db, clock, merchant }: ContentRouteDeps): readonly BoundCall[] {
  return [
    bind(listAnnouncements, async ({ language }, { query }) => {
      const asked = query.language === undefined ? language : languageOf(query.language).code;
      const items = await shownContent(db, merchant, asked, clock.now());
      const of = (kind: ShownContent['kind']) => items.filter((item) => item.kind === kind);
      return {
        player: of('notice').map(presentNotice),
        banners: of('banner').map(presentBanner),
        popup: of('popup').map(presentNotice),
        promotion: of('promotion').map(presentNotice),
      };
    }),
    bind(systemStatus, async ({ clientAddress }) => {
      const { settings } = await readMerchant(db, merchant);
      const { resources, customerService, maintenance, maintenanceEnd } = settings;
      return {
        info: { merchantCode: merchant, resources, customerService, analytics: { gtagId: null }, imageCDNs: [], launchGameCDNs: [] },
        // The portal knows the country of an address, and refuses whole regions; the platform has no list of its own.
        location: { ip: clientAddress, country: null },
        maintenance,
        regionRestriction: false,
        maintenanceEnd,
      };
    }),
    bind(systemWhitelabel, async () => {
      const { settings, contentVersion } = await readMerchant(db, merchant);
      const { brandName, languages, defaultLanguage, defaultTheme, currency, currencySymbol, timeZone, features } = settings;
      return {
        merchantCode: merchant,
        brandName,
        languages,
        defaultLanguage,
        defaultTheme,
        currency,
        currencySymbol,
        timeZone,
        features,
        contentVersion,
      };
    }),
    bind(settingRegister, async () => (await readMerchant(db, merchant)).settings.registration),
  ];
}

function presentNotice({ id, title, body, publishedAt }: ShownContent) {
  return { id, title, content: body, date: publishedAt.toISOString() };
}

function presentBanner({ id, groupName, title, body, action, href, tone }: ShownContent) {
  return { id, groupName, title, text: body, action, href, imageUrl: `${STUDIO_ART_PATH}/banner-${id}.svg`, tone };
}
