import type { Logger } from 'pino';
import { sessionKeys } from '../../../shared/api/session/calls.ts';
import { brandedUpstream } from '../brand/branded-upstream.ts';
import type { PortalDeps, Upstream } from '../contracts.ts';
import { refusal } from '../edge/refusals.ts';
import type { PortalTexts } from '../texts.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { createAnswerReader, type ReadCall } from '../upstream/read-answer.ts';
import { type CallMapping, mapCalls } from './map-calls.ts';
import { createOffer, type Offer } from './offer.ts';
import { probeOffer } from './probe-offer.ts';
import { siteDefaults } from './site-defaults.ts';
import { specifiedUpstream } from './specified-upstream.ts';
import { createWireRequest, type WireOf } from './wire-request.ts';

/** Everything that lets a portal run with a platform that answers less, or otherwise, than the call table. */
export interface PlatformAnswers {
  readonly offer: Offer;
  readonly readCall: ReadCall;
  /** The platform's own names, from the merchant file. */
  readonly mapping: CallMapping;
  /** Requests as the platform takes them. */
  readonly wireOf: WireOf;
  /** Calls with substitutes for those that the platform does not have, and with the merchant's branding. */
  complete(upstream: Upstream): Upstream;
  /** Finds out which calls a remote platform has. `onOffer` runs with each later change. */
  probe(client: UpstreamClient, onOffer: () => void): Promise<void>;
}

type Deps = Pick<PortalDeps, 'merchant' | 'branding' | 'defaults' | 'platform' | 'isRemote' | 'publicUrl'>;

export function createPlatformAnswers(deps: Deps, texts: PortalTexts, log: Logger): PlatformAnswers {
  const { merchant, isRemote = false } = deps;
  const mapping = mapCalls(deps.platform);
  const site = siteDefaults(merchant, deps.branding, deps.defaults);
  const host = deps.publicUrl ? new URL(deps.publicUrl).hostname : '';
  let notify: () => void = () => undefined;
  const offer = createOffer(() => notify());
  const isForeign = () => isRemote && offer.missing().includes(sessionKeys.id);
  return {
    offer,
    mapping,
    readCall: createAnswerReader({ texts, log, site, offer, mapping, isForeign }),
    wireOf: createWireRequest({ merchant, host, isRemote, isForeign, mapping }),
    complete(upstream) {
      const refuse: Parameters<typeof specifiedUpstream>[1]['refuse'] = ({ language }) => refusal(texts, language.code, 'not_offered');
      const complete = specifiedUpstream(upstream, { offer, site, refuse, isForeign });
      return deps.branding ? brandedUpstream(complete, deps.branding, isRemote) : complete;
    },
    async probe(client, onOffer) {
      notify = onOffer;
      if (isRemote) await probeOffer(client, merchant);
    },
  };
}
