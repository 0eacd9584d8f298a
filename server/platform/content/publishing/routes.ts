import { settingRegister } from '../../../../shared/api/register/contract.ts';
import { systemStatus, systemWhitelabel } from '../../../../shared/api/system/contract.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { type BoundCall, bind, type JudgePlace } from '../../base/http/index.ts';
import type { ServiceSettings } from '../../base/service-settings.ts';
import { deliveredFeatures, isClosed, isRegistrationOpen, type MerchantSettings, policyOf, readMerchant } from '../../merchant/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import { publishedRoutes } from './published.ts';

export interface ContentRouteDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  /** Configured services appear as features. */
  readonly services: ServiceSettings;
  readonly isRefused: JudgePlace;
  /** Decides who may see promotions. */
  readonly protection: Pick<Protection, 'mayBeAdvertised'>;
  readonly vendorHosts: ReadVendorHosts;
}

/** Origins of the outside vendors' pages and pictures. */
export type ReadVendorHosts = () => Promise<{ readonly frames: readonly string[]; readonly pictures: readonly string[] }>;

export function contentRoutes({
  db,
  clock,
  merchant,
  services,
  isRefused,
  protection,
  vendorHosts,
}: ContentRouteDeps): readonly BoundCall[] {
  return [
    ...publishedRoutes({ db, clock, merchant, protection }),
    bind(systemStatus, async ({ clientAddress, country, regionRestricted }) => {
      const { settings } = await readMerchant(db, merchant);
      const { resources, customerService, gtagId, imageCDNs, launchGameCDNs, maintenanceEnd, maintenanceTexts } = settings;
      const { frames, pictures } = await vendorHosts();
      const maintenance = isClosed(settings, clock.now());
      return {
        info: {
          merchantCode: merchant,
          resources,
          customerService,
          analytics: { gtagId },
          imageCDNs,
          launchGameCDNs,
          vendorFrames: [...frames],
          vendorPictures: [...pictures],
        },
        // The portal knows the country of the address and the environment's country rules; the operators' rules are here.
        location: { ip: clientAddress, country },
        maintenance,
        regionRestriction: await isRefused({ country, regionRestricted }),
        maintenanceEnd: maintenance ? maintenanceEnd : null,
        maintenanceTexts: maintenance ? maintenanceTexts : {},
      };
    }),
    bind(systemWhitelabel, async () => {
      const { settings, contentVersion } = await readMerchant(db, merchant);
      const { brandName, languages, defaultLanguage, defaultTheme, currency, currencySymbol, timeZone, features } = settings;
      const { usernameRegister, mobileRegister, mobileWithPassword } = presentRegistration(settings);
      return {
        merchantCode: merchant,
        brandName,
        languages,
        defaultLanguage,
        defaultTheme,
        currency,
        currencySymbol,
        timeZone,
        features: {
          ...deliveredFeatures(features),
          // Clients of the specification read the switches of the registration here.
          directRegistration: settings.registration.open,
          ...{ usernameRegister, mobileRegister, mobileWithPassword },
          google: services.google !== undefined,
          facebook: services.facebook !== undefined,
        },
        contentVersion,
      };
    }),
    bind(settingRegister, async () => presentRegistration((await readMerchant(db, merchant)).settings)),
  ];
}

/**
 * A closed registration has no form. The terms checkbox is preselected if the merchant wants it, unless the jurisdiction requires active
 * consent.
 */
export function presentRegistration(settings: Pick<MerchantSettings, 'registration' | 'protection' | 'currency'>) {
  const { registration, protection, currency } = settings;
  return {
    ...registration,
    usernameRegister: isRegistrationOpen(settings, 'username'),
    mobileRegister: isRegistrationOpen(settings, 'mobile'),
    termsPreTicked: registration.termsPreTicked && !policyOf(protection, currency).activeConsent,
  };
}
