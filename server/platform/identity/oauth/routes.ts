import { oauthFinish, oauthRegister, oauthStart } from '../../../../shared/api/oauth/contract.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import type { ServiceSettings } from '../../base/service-settings.ts';
import { presentSignIn } from '../sign-in/index.ts';
import type { OauthDeps } from './contracts.ts';
import { socialProviders } from './providers.ts';
import { registerSocial } from './social-registration.ts';
import { finishSocial, startSocial } from './social-sign-in.ts';

export interface OauthRouteDeps extends Omit<OauthDeps, 'providers'> {
  readonly services: ServiceSettings;
}

/** Sign-in with Google and Facebook; providers without settings are disabled. */
export function oauthRoutes(routeDeps: OauthRouteDeps): readonly BoundCall[] {
  const deps = { ...routeDeps, providers: socialProviders(routeDeps.services) };
  return [
    bind(oauthStart, (context, { body: { provider, redirectUri } }) => startSocial(deps, provider, redirectUri, context, context.log)),
    bind(oauthFinish, async (context, { body }) => presentSignIn(await finishSocial(deps, body, context, context.log))),
    bind(oauthRegister, async (context, { body }) => presentSignIn(await registerSocial(deps, context.ticket, body, context))),
  ];
}
