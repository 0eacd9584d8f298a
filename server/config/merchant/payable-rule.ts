import { parseInputAmount, payableUnit, toWire, wireToInput } from '../../../shared/money/money.ts';
import type { Problem } from './paths.ts';
import { problem, type Rule, type RuleInput } from './rule.ts';

type Text = string | null | undefined;
/** The value to choose: a least amount is raised to the next that can be paid, all others are lowered, so that no limit or fee grows. */
type Amounts = Readonly<Record<string, { readonly text: Text; readonly up?: true }>>;

/** Refuses amounts that cannot be paid in the currency: fractions of a yen or a dong. */
export const payableRule: Rule = {
  needs: ['payments', 'settings.currency', 'settings.withdrawals', 'settings.adjustments', 'vendors', 'demo', 'upstreams'],
  find: (input) => {
    if (input.file.demo || input.file.upstreams) return [];
    return [...paymentAmounts(input), ...settingAmounts(input), ...gameAmounts(input)].flatMap(([at, amounts]) =>
      Object.entries(amounts).map(([name, { text, up }]) => payableProblem(`${at}.${name}`, text, up === true, input.settings.currency)),
    );
  },
};

function paymentAmounts({ file: { payments } }: RuleInput): readonly (readonly [at: string, Amounts])[] {
  if (!payments) return [];
  const range = ({ min, max }: { readonly min?: Text; readonly max?: Text }): Amounts => ({
    min: { text: min, up: true },
    max: { text: max },
  });
  return [
    ...payments.channels.flatMap((channel, index) => {
      const at = `payments.channels[${index}]`;
      const { dayLimit, feeFixed, presets, routes = [] } = channel;
      const named = Object.fromEntries(presets.map((text, n) => [`presets[${n}]`, { text }]));
      const own: Amounts = { ...range(channel), dayLimit: { text: dayLimit }, feeFixed: { text: feeFixed }, ...named };
      return [[at, own] as const, ...routes.map((route, n) => [`${at}.routes[${n}]`, range(route)] as const)];
    }),
    ...payments.payouts.map((route, index) => [`payments.payouts[${index}]`, range(route)] as const),
  ];
}

function settingAmounts({ settings: { withdrawals, adjustments } }: RuleInput): readonly (readonly [at: string, Amounts])[] {
  const { min, max, maxPerDay, feeFixed, autoApproveUpTo, secondApprovalFrom } = withdrawals;
  return [
    [
      'settings.withdrawals',
      {
        min: { text: min, up: true },
        max: { text: max },
        maxPerDay: { text: maxPerDay },
        feeFixed: { text: feeFixed },
        autoApproveUpTo: { text: autoApproveUpTo },
        secondApprovalFrom: { text: secondApprovalFrom },
      },
    ],
    [
      'settings.adjustments',
      {
        secondApprovalFrom: { text: adjustments.secondApprovalFrom },
        unapprovedPerDay: { text: adjustments.unapprovedPerDay },
        max: { text: adjustments.max },
      },
    ],
  ];
}

function gameAmounts({ file: { vendors } }: RuleInput): readonly (readonly [at: string, Amounts])[] {
  return (vendors?.providers ?? []).flatMap(({ games = [] }, index) =>
    games.map(
      ({ minBet, maxBet }, n) =>
        [`vendors.providers[${index}].games[${n}]`, { minBet: { text: minBet, up: true }, maxBet: { text: maxBet } }] as const,
    ),
  );
}

function payableProblem(path: string, text: Text, up: boolean, currency: string): Problem | false {
  const amount = parseInputAmount(text ?? undefined) ?? 0n;
  const coin = payableUnit(currency);
  const rest = amount % coin;
  if (rest === 0n) return false;
  const payable = amount - rest + (up ? coin : 0n);
  return problem(path, text, `a whole amount, because ${currency} is paid without decimals: ${wireToInput(toWire(payable))}`);
}
