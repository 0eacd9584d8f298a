import * as calls from '../../../../shared/api/protection-calls.ts';
import { parseInputAmount } from '../../../../shared/money/money.ts';
import type { LimitKind } from '../../../../shared/rules/protection.ts';
import type { Actor } from '../../base/actor.ts';
import { type BoundCall, bindSigned, type Translate } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { presentPlay, presentState } from './present.ts';
import { protectionRefusal } from './refusals.ts';
import type { MemberProtection } from './service.ts';

export interface ProtectionRouteDeps {
  readonly protection: MemberProtection;
  readonly translate: Translate;
  /** Symbol of a currency on screen. */
  currencySymbol(currency: string): string;
}

export function protectionRoutes({ protection, translate, currencySymbol }: ProtectionRouteDeps): readonly BoundCall[] {
  const play = async (actor: Actor, language: string) => {
    const { refused, ...state } = await protection.play(actor);
    const refusal = refused && protectionRefusal(refused);
    return presentPlay({
      ...state,
      refused:
        refused && refusal
          ? {
              code: refused.code,
              rule: refused.rule,
              until: refused.until?.toISOString() ?? null,
              message: translate(language, `errors.${refused.code}`, refusal.params),
            }
          : null,
      currencySymbol: currencySymbol(actor.currency),
    });
  };
  return [
    bindSigned(calls.protectionState, async ({ actor }) =>
      presentState({ actor, ...(await protection.snapshot(actor)), currencySymbol: currencySymbol(actor.currency) }),
    ),
    bindSigned(calls.protectionPlay, ({ actor, language }) => play(actor, language)),
    bindSigned(calls.protectionSetLimit, async ({ actor }, { body: { kind, period, value } }) => {
      await protection.setLimit(actor, { kind, period }, parseLimit(kind, value));
      return {};
    }),
    bindSigned(calls.protectionRemoveLimit, async ({ actor }, { body }) => {
      await protection.setLimit(actor, body, null);
      return {};
    }),
    bindSigned(calls.protectionConfirmLimit, async ({ actor }, { body }) => {
      await protection.confirmLimit(actor, body);
      return {};
    }),
    bindSigned(calls.protectionCancelLimit, async ({ actor }, { body }) => {
      await protection.cancelLimit(actor, body);
      return {};
    }),
    bindSigned(calls.protectionSetCheck, async ({ actor }, { body }) => {
      await protection.setCheck(actor, body.minutes);
      return {};
    }),
    bindSigned(calls.protectionConfirmCheck, async ({ actor, language }) => {
      await protection.confirmCheck(actor);
      return play(actor, language);
    }),
    bindSigned(calls.protectionTimeOut, async ({ actor }, { body }) => {
      await protection.startBreak(actor, body.length);
      return {};
    }),
    bindSigned(calls.protectionExclude, async ({ actor }, { body }) => {
      if (body.typedName.trim().toLowerCase() !== actor.account.toLowerCase())
        throw new Refusal('invalid_fields', {}, { typedName: { code: 'field_name_differs' } });
      await protection.startBreak(actor, body.length);
      return {};
    }),
    bindSigned(calls.protectionReturn, async ({ actor }) => {
      await protection.requestReturn(actor);
      return {};
    }),
  ];
}

/** Units of an entered amount, or whole minutes. */
function parseLimit(kind: LimitKind, text: string): bigint {
  if (kind === 'session') {
    if (!/^\d{1,6}$/.test(text)) throw new Refusal('limit_invalid');
    return BigInt(text);
  }
  const units = parseInputAmount(text);
  if (units === undefined || units <= 0n) throw new Refusal('limit_invalid');
  return units;
}
