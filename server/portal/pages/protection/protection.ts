import { protectionPlay, protectionState } from '../../../../shared/api/responsible-gaming/contract.ts';
import type { LimitState, ProtectionState } from '../../../../shared/api/responsible-gaming/schemas.ts';
import { offeredAmount } from '../../../../shared/money/currency-steps.ts';
import { parseWireAmount, toWire, wireToInput, wireToScreen } from '../../../../shared/money/money.ts';
import { LIMIT_KINDS } from '../../../../shared/rules/protection.ts';
import type { LimitRow, ProtectionView } from '../../../../views/pages/protection/protection-view.ts';
import { callOr } from '../call-value.ts';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { shownTime } from '../shown-time.ts';
import { formView } from '../site.ts';
import type { VisitorInput } from '../visitor-input.ts';

const DONE_STATES = ['limit', 'kept', 'confirmed', 'check', 'break', 'exclusion', 'return'] as const;
/** Suggested amounts (in euros, offered in the currency) and minutes, besides the free input. */
const PRESETS = {
  money: { day: [20, 50, 100, 200], week: [50, 100, 250, 500], month: [100, 250, 500, 1000] },
  minutes: { day: [30, 60, 120, 180], week: [180, 300, 600, 900], month: [600, 1200, 1800, 2400] },
};

/** `/member/protection`; `?limit=loss-day&value=100` opens the form of that limit with the value in it. */
export async function protection(input: VisitorInput): Promise<ProtectionView | RefusedPage> {
  const { upstream, visitor, query, form, context } = input;
  const [state, play] = await Promise.all([
    upstream.call(protectionState, {}, visitor),
    callOr(upstream, protectionPlay, {}, visitor, null),
  ]);
  if (!state.success) return refusedBy(state);
  const { timeZone, net, check, policy, account, currency, currencySymbol } = state.value;
  const when = (instant: string) => `${shownTime(instant, timeZone).slice(0, -3)} (${timeZone})`;
  const posted = form?.call.startsWith('protection.') ? form : undefined;
  const limits = state.value.limits.map((limit) => limitRow(input, limit, currency, when));
  return {
    kinds: LIMIT_KINDS.flatMap((kind) => {
      const rows = limits.filter((row) => row.kind === kind);
      return rows.length > 0 ? [{ kind, rows }] : [];
    }),
    check,
    pause: pauseOf(state.value, when),
    net,
    session: play?.session ? { minutes: Math.floor(play.session.seconds / 60), staked: play.session.staked, net: play.session.net } : null,
    coolHours: policy.coolHours,
    returnHours: policy.returnHours,
    stakeCeiling: policy.stakeCeiling,
    account,
    currency,
    currencySymbol,
    timeZone,
    form: posted ? formView(posted) : null,
    completedAction: posted ? null : (DONE_STATES.find((known) => known === query.get('done')) ?? null),
    here: context.here,
  };
}

function limitRow(input: VisitorInput, limit: LimitState, currency: string, when: (instant: string) => string): LimitRow {
  const { kind, period, value, operator, effective, used, pending } = limit;
  const { query, form } = input;
  const isTime = kind === 'session';
  const name = `${kind}-${period}`;
  const own = form?.call.startsWith('protection.') && form.values.kind === kind && form.values.period === period ? form : null;
  const isRequested = query.get('limit') === name;
  const preset = isRequested && /^\d{1,9}(?:\.\d{1,2})?$/.test(query.get('value') ?? '') ? (query.get('value') ?? '') : '';
  return {
    kind,
    period,
    value,
    effective,
    operator: operator !== null && (value === null || isLess(operator, value)) ? operator : null,
    used,
    percent: effective === null ? null : percentOf(used, effective),
    pending: pending && { value: pending.value, whenText: when(pending.from), ready: pending.ready },
    open: own !== null || isRequested,
    typed: own ? (own.values.value ?? '') : preset,
    error: own?.message ?? '',
    presets: isTime ? PRESETS.minutes[period].map(String) : moneyPresets(PRESETS.money[period], currency, operator),
    current: value === null ? '' : isTime ? value : wireToScreen(value, currency).replaceAll(',', ''),
  };
}

/** A limit above the operator's would have no effect. */
function moneyPresets(euros: readonly number[], currency: string, operator: string | null): readonly string[] {
  const max = operator === null ? undefined : parseWireAmount(operator);
  const amounts = euros.map((amount) => offeredAmount(amount * 100, currency));
  return amounts.filter((amount) => max === undefined || amount <= max).map((amount) => wireToInput(toWire(amount)));
}

function isLess(a: string, b: string): boolean {
  return Number(a) < Number(b);
}

/** For a bar: at most 100, and 100 only if the limit is reached. Null if the upstream sends no figures. */
function percentOf(used: string, limit: string): number | null {
  const [part, whole] = [Number(used), Number(limit)];
  if (Number.isNaN(part) || Number.isNaN(whole)) return null;
  if (whole <= 0) return 100;
  return Math.min(100, Math.floor((part / whole) * 100));
}

function pauseOf({ pause }: ProtectionState, when: (instant: string) => string): ProtectionView['pause'] {
  if (!pause) return null;
  return {
    kind: pause.kind,
    fromText: when(pause.from),
    untilText: pause.until && when(pause.until),
    mayReturn: pause.mayReturn,
    returnText: pause.returnAt && when(pause.returnAt),
  };
}
