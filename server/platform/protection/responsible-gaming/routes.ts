import * as calls from '../../../../shared/api/responsible-gaming/contract.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { parseInputAmount } from '../../../../shared/money/money.ts';
import { amountProblem } from '../../../../shared/money/typed-amount.ts';
import type { LimitKind } from '../../../../shared/rules/protection.ts';
import type { Actor } from '../../base/actor.ts';
import { type BoundCall, bind, type Translate } from '../../base/http/index.ts';
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
      currency: actor.currency,
      currencySymbol: currencySymbol(actor.currency),
    });
  };
  return [
    bind(calls.protectionState, async ({ actor }) =>
      presentState({ actor, ...(await protection.snapshot(actor)), ...currencyView(actor.currency) }),
    ),
    bind(calls.protectionPlay, ({ actor, language }) => play(actor, language)),
    bind(calls.protectionSetLimit, async ({ actor }, { body: { kind, period, value } }) => {
      await protection.setLimit(actor, { kind, period }, parseLimit(kind, value, actor.currency));
      return {};
    }),
    bind(calls.protectionRemoveLimit, async ({ actor }, { body }) => {
      await protection.setLimit(actor, body, null);
      return {};
    }),
    bind(calls.protectionConfirmLimit, async ({ actor }, { body }) => {
      await protection.confirmLimit(actor, body);
      return {};
    }),
    bind(calls.protectionCancelLimit, async ({ actor }, { body }) => {
      await protection.cancelLimit(actor, body);
      return {};
    }),
    bind(calls.protectionSetCheck, async ({ actor }, { body }) => {
      await protection.setCheck(actor, body.minutes);
      return {};
    }),
    bind(calls.protectionConfirmCheck, async ({ actor, language }) => {
      await protection.confirmCheck(actor);
      return play(actor, language);
    }),
    bind(calls.protectionTimeOut, async ({ actor }, { body }) => {
      await protection.startBreak(actor, body.length);
      return {};
    }),
    bind(calls.protectionExclude, async ({ actor }, { body }) => {
      if (body.typedName.trim().toLowerCase() !== actor.account.toLowerCase())
        throw new Refusal('invalid_fields', {}, { typedName: { code: 'field_name_differs' } });
      await protection.startBreak(actor, body.length);
      return {};
    }),
    bind(calls.protectionReturn, async ({ actor }) => {
      await protection.requestReturn(actor);
      return {};
    }),
  ];
}

/** Units of an entered amount, or whole minutes. */
function parseLimit(kind: LimitKind, text: string, currency: string): bigint {
  if (kind === 'session') {
    if (!/^\d{1,6}$/.test(text)) throw new Refusal('limit_invalid');
    return BigInt(text);
  }
  const problem = amountProblem(text, currency);
  if (problem !== undefined) throw new Refusal(problem === 'amount_invalid' ? 'limit_invalid' : problem);
  return parseInputAmount(text) ?? 0n;
}
