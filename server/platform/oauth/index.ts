import { oauthFinish, oauthRegister, oauthStart } from '../../../shared/api/oauth-calls.ts';
import type { Accounts, AccountsDeps } from '../accounts/index.ts';
import type { ServiceSettings } from '../contracts.ts';
import { type BoundCall, bind } from '../http/binding.ts';
import { presentSignIn } from '../sign-in/present.ts';
import type { SocialName, SocialProvider } from './contracts.ts';
import { socialProviders } from './providers.ts';
import { registerSocial } from './social-registration.ts';
import { finishSocial, startSocial } from './social-sign-in.ts';

export interface OauthRouteDeps extends AccountsDeps {
  readonly accounts: Accounts;
  readonly services: ServiceSettings;
}

export interface OauthDeps extends OauthRouteDeps {
  readonly providers: ReadonlyMap<SocialName, SocialProvider>;
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
