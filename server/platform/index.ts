import { defined } from '../kit/defined.ts';
import { dataKeyFeature } from './base/data-key/index.ts';
import { given } from './base/feature.ts';
import { composePlatform } from './compose-platform.ts';
import { consoleFeature } from './console/index.ts';
import type { Platform, PlatformDeps } from './contracts.ts';
import { FEATURES } from './features.ts';
import { membersFeature } from './identity/members/index.ts';
import { depositFeature } from './money/deposit/index.ts';
import { payoutFeature } from './money/payout/index.ts';
import { providerHealthFeature } from './money/provider-health/index.ts';
import { demoClockFeature } from './ops/demo-clock/index.ts';
import { internalFeature } from './ops/internal/index.ts';
import { seedFeature } from './ops/seed/index.ts';
import { vendorsFeature } from './play/vendors/index.ts';

export type { ServiceSettings } from './base/service-settings.ts';
export type { CreatePlatform, Platform, PlatformDeps } from './contracts.ts';
export type { DemoAccount, DemoTickets, MerchantConfig } from './ops/seed/index.ts';
export { STUDIO_PROVIDER } from './play/vendors/index.ts';

/** Creates the platform from its features, and what its deps contain for single features. */
export function createPlatform(deps: PlatformDeps): Platform {
  const { dataKey, merchantConfig } = deps;
  return composePlatform(deps, FEATURES, [
    given(dataKeyFeature, typeof dataKey === 'string' ? undefined : dataKey),
    given(membersFeature, deps.passwordCost),
    given(depositFeature, deps.gateways),
    given(providerHealthFeature, deps.checkedProviders),
    given(payoutFeature, deps.payouts),
    given(consoleFeature, deps.region),
    given(vendorsFeature, { builtIn: deps.providers, ...defined({ keys: deps.vendorKeys }) }),
    given(internalFeature, merchantConfig?.demo),
    given(demoClockFeature, deps.demoClock),
    given(seedFeature, merchantConfig),
  ]);
}
