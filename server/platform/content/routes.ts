import { listAnnouncements } from '../../../shared/api/content-calls.ts';
import { settingRegister } from '../../../shared/api/register-calls.ts';
import { systemStatus, systemWhitelabel } from '../../../shared/api/system-calls.ts';
import { languageOf } from '../../../shared/i18n/languages.ts';
import { STUDIO_ART_PATH } from '../../../shared/studio/protocol.ts';
import type { Clock } from '../clock.ts';
import type { ServiceSettings } from '../contracts.ts';
import type { Database } from '../db/database.ts';
import { type BoundCall, bind } from '../http/binding.ts';
import { type ShownContent, shownContent } from './reads.ts';
import { readMerchant } from './settings.ts';

export interface ContentRouteDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  /** Services that are configured show as features. */
  readonly services: ServiceSettings;
}

export function contentRoutes({ db, clock, merchant, services }: ContentRouteDeps): readonly BoundCall[] {
  return [
    bind(listAnnouncements, async ({ language }, { query }) => {
      const asked = query.language === undefined ? language : languageOf(query.language).code;
      const items = await shownContent(db, merchant, asked, clock.now());
      const of = (kind: ShownContent['kind']) => items.filter((item) => item.kind === kind);
      return {
        player: of('notice').map(presentNotice),
        banners: of('banner').map(presentBanner),
        popup: of('popup').map((item) => ({ ...presentNotice(item), when: 'instant' as const, href: item.href, action: item.action })),
        promotion: of('promotion').map((item) => ({
          ...presentNotice(item),
          summary: '',
          type: 'event' as const,
          imageUrl: '',
          tone: item.tone,
          endsAt: null,
          action: item.action,
          href: item.href,
        })),
        help: [],
      };
    }),
    bind(systemStatus, async ({ clientAddress, country, regionRestricted }) => {
      const { settings } = await readMerchant(db, merchant);
      const { resources, customerService, gtagId, imageCDNs, launchGameCDNs, maintenance, maintenanceEnd } = settings;
      return {
        info: { merchantCode: merchant, resources, customerService, analytics: { gtagId }, imageCDNs, launchGameCDNs },
        // The portal knows the country of an address and has the rules of place; the platform tells what it was told.
        location: { ip: clientAddress, country },
        maintenance,
        regionRestriction: regionRestricted,
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
        features: { ...features, google: services.google !== undefined, facebook: services.facebook !== undefined },
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
