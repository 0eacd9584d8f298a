import * as v from 'valibot';
import { DRAW_DESK, type DrawDeskAnswer, type DrawDeskBody, type DrawDeskOperation } from '../../../../shared/seamless/draw-desk.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../../shared/seamless/wallet.ts';
import type { Clock } from '../../base/clock.ts';
import { signRequest } from '../../base/signature.ts';
import type { Providers } from '../vendors/index.ts';

const DEADLINE_MS = 4_000;

/** Undefined: no answer. The vendor may have done it; every order may be repeated. */
export type AskDrawDesk = <O extends DrawDeskOperation>(
  provider: string,
  operation: O,
  body: DrawDeskBody<O>,
) => Promise<DrawDeskAnswer<O> | undefined>;

/** Calls the desk of a provider of draws. Must not be called in a transaction: the vendor may use the same database session. */
export function createDrawDeskClient({ providers, clock }: { readonly providers: Providers; readonly clock: Clock }): AskDrawDesk {
  return async (provider, operation, content) => {
    const { secret, deskUrl } = providers.get(provider) ?? {};
    if (secret === undefined || deskUrl === undefined) return undefined;
    const url = new URL(`${deskUrl()}/${operation}`);
    const body = JSON.stringify(content);
    const timestamp = String(clock.now().getTime());
    const signature = signRequest(secret, { method: 'POST', path: url.pathname, timestamp, body });
    const headers = { 'content-type': 'application/json', [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature };
    try {
      const reply = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(DEADLINE_MS) });
      const parsed = v.safeParse(DRAW_DESK[operation].answer, reply.status === 200 ? await reply.json() : undefined);
      return parsed.success ? (parsed.output as DrawDeskAnswer<typeof operation>) : undefined;
    } catch {
      return undefined;
    }
  };
}
