import { settingRegister } from '../../../../shared/api/register/contract.ts';
import { systemStatus, systemWhitelabel } from '../../../../shared/api/system/contract.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { type BoundCall, bind, type JudgePlace } from '../../base/http/index.ts';
import type { ServiceSettings } from '../../base/service-settings.ts';
import { deliveredFeatures, isClosed, isRegistrationOpen, type MerchantSettings, policyOf, readMerchant } from '../../merchant/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { OpenDeps } from './open-promotions.ts';
import { publishedRoutes } from './published.ts';

export interface ContentRouteDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly realTime: Clock;
  readonly merchant: string;
  /** Configured services appear as features. */
  readonly services: ServiceSettings;
  readonly isRefused: JudgePlace;
  /** Decides who may see promotions. */
  readonly protection: Pick<Protection, 'mayBeAdvertised'>;
  readonly rewarded: OpenDeps['rewarded'];
  readonly vendorHosts: ReadVendorHosts;
}

/** Origins of the outside vendors' pages and pictures. */
export type ReadVendorHosts = () => Promise<{ readonly frames: readonly string[]; readonly pictures: readonly string[] }>;

export function contentRoutes({
  db,
  clock,
  realTime,
  merchant,
  services,
  isRefused,
  protection,
  rewarded,
  vendorHosts,
}: ContentRouteDeps): readonly BoundCall[] {
  return [
    ...publishedRoutes({ db, clock, merchant, protection, rewarded }),
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
          whitelabel: moduleTree(switchesOf(settings, services)),
          registerValidation: presentRegistration(settings),
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
      const ahead = Math.round((clock.now().getTime() - realTime.now().getTime()) / 1_000);
      const { brandName, languages, defaultLanguage, defaultTheme, currency, currencySymbol, timeZone } = settings;
      return {
        merchantCode: merchant,
        brandName,
        languages,
        defaultLanguage,
        defaultTheme,
        currency,
        currencySymbol,
        timeZone,
        clockAheadSeconds: ahead,
        features: switchesOf(settings, services),
        // A page that was built before the clock was moved has the days of then.
        contentVersion: ahead === 0 ? contentVersion : `${contentVersion}-${ahead}`,
      };
    }),
    bind(settingRegister, async () => presentRegistration((await readMerchant(db, merchant)).settings)),
  ];
}

/** All switches of the merchant as clients of the specification read them: features, registration and configured services. */
function switchesOf(settings: MerchantSettings, { google, facebook }: ServiceSettings): Record<string, boolean> {
  const { usernameRegister, mobileRegister, mobileWithPassword } = presentRegistration(settings);
  return {
    ...deliveredFeatures(settings.features),
    directRegistration: settings.registration.open,
    vipLevels: settings.vipLevels.length > 0,
    missions: settings.missions.list.length > 0,
    usernameRegister,
    mobileRegister,
    mobileWithPassword,
    google: google !== undefined,
    facebook: facebook !== undefined,
  };
}

/** The modules that are ways to register are children of the registration. */
function moduleTree(switches: Readonly<Record<string, boolean>>): readonly object[] {
  const REGISTRATION = ['usernameRegister', 'mobileRegister', 'mobileWithPassword'];
  const modules = (wanted: (name: string) => boolean) =>
    Object.entries(switches).flatMap(([name, enabled]) => (wanted(name) ? [{ name, enabled }] : []));
  return modules((name) => !REGISTRATION.includes(name)).map((module) =>
    module.name === 'directRegistration' ? { ...module, children: modules((name) => REGISTRATION.includes(name)) } : module,
  );
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
