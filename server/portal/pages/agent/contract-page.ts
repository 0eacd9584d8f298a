import { CONTRACT_ACTIONS } from '../../../../shared/api/agent-contracts/constants.ts';
import {
  dailyAction,
  dailyContracts,
  dividendAction,
  dividendContracts,
  hourlyAction,
  hourlyContracts,
  realTimeAction,
  realTimeContracts,
} from '../../../../shared/api/agent-contracts/contract.ts';
import { fieldsOfTerms, percentText, type TermsFields } from '../../../../shared/api/agent-contracts/form.ts';
import type { ContractsValue, ContractValue } from '../../../../shared/api/agent-contracts/schemas.ts';
import type { WageKind } from '../../../../shared/rules/wages.ts';
import { agentHref, WAGE_PAGES } from '../../../../views/components/member-entries.ts';
import type { ContractCard, ContractListView, ContractOrderView } from '../../../../views/pages/agent/contracts.tsx';
import type { WagePageView } from '../../../../views/pages/agent/wages.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { shownTime } from '../shown-time.ts';
import { formView } from '../site.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { codeIn } from './team-frame.ts';

/** The calls of each kind of contract. */
const READS: Readonly<Record<WageKind, typeof dividendContracts>> = {
  dividend: dividendContracts,
  daily: dailyContracts,
  hourly: hourlyContracts,
  realtime: realTimeContracts,
};
const ACTIONS: Readonly<Record<WageKind, string>> = {
  dividend: dividendAction.id,
  daily: dailyAction.id,
  hourly: hourlyAction.id,
  realtime: realTimeAction.id,
};

const ACCOUNT_LENGTH = 64;
/** Play of the example until the agent enters other amounts. */
const EXAMPLE_PLAY: TermsFields = { exampleBet: '100000', exampleLoss: '5000', exampleActive: '10' };

interface Loaded {
  readonly kind: WageKind;
  readonly input: VisitorInput;
  readonly value: ContractsValue;
}

/**
 * Contracts of one kind: all of them, a new one with an agent directly below (`?account=`), or the confirmation of an end (`?end=`). With
 * `?done=` a step has been carried out, and the list follows.
 */
export async function contractPage(kind: WageKind, input: VisitorInput): Promise<Pick<WagePageView, 'content'> | RefusedPage> {
  const answer = await input.upstream.call(READS[kind], {}, input.visitor);
  if (!answer.success) return refusedBy(answer);
  const loaded: Loaded = { kind, input, value: answer.value };
  const { query } = input;
  const isDone = query.has('done') && !posted(loaded);
  const end = isDone ? undefined : openContracts(answer.value).find(({ contractId }) => contractId === codeIn(input, 'end'));
  if (end) {
    const back = contractsHref(kind, { end: end.contractId });
    return { content: { end: { ...listFrame(loaded), back, contract: cardOf(loaded, end), backHref: contractsHref(kind) } } };
  }
  const account = (query.get('account') ?? '').slice(0, ACCOUNT_LENGTH);
  const order = account && !isDone ? orderOf(loaded, account) : undefined;
  return { content: order ? { order } : { contracts: listOf(loaded) } };
}

function listFrame({ kind, input, value }: Loaded) {
  const form = posted({ kind, input });
  return {
    kind,
    action: ACTIONS[kind],
    back: contractsHref(kind),
    form: form ?? null,
    currency: value.currency,
    currencySymbol: value.currencySymbol,
  };
}

function listOf(loaded: Loaded): ContractListView {
  const { kind, input, value } = loaded;
  const { own, ownRequest, downlines, highestBp } = value;
  const done = CONTRACT_ACTIONS.find((action) => action === input.query.get('done'));
  const frame = listFrame(loaded);
  return {
    ...frame,
    done: frame.form ? null : (done ?? null),
    own: own && cardOf(loaded, own),
    ownRequest: ownRequest && cardOf(loaded, ownRequest),
    highest: highestBp === 0 ? null : percentText(highestBp),
    downlines: downlines.map(({ account, contract, request }) => ({
      account,
      contract: contract && cardOf(loaded, contract),
      request: request && cardOf(loaded, request),
      orderHref: highestBp === 0 ? null : contractsHref(kind, { account }),
    })),
  };
}

/** The form of a contract with one agent; undefined if there can be none. */
function orderOf(loaded: Loaded, account: string): ContractOrderView | undefined {
  const { kind, input, value } = loaded;
  const downline = value.downlines.find((one) => one.account === account);
  if (!downline || value.own?.state !== 'active') return undefined;
  const current = downline.request ?? downline.contract;
  const form = posted(loaded);
  const given = form?.values ?? (input.query.has('rate1') ? Object.fromEntries(input.query.entries()) : undefined);
  const usual = current ? fieldsOfTerms(current.terms) : { carryNegative: 'true' };
  return {
    ...listFrame(loaded),
    back: contractsHref(kind, { account }),
    account,
    backHref: contractsHref(kind),
    contract: downline.contract && cardOf(loaded, downline.contract),
    request: downline.request && cardOf(loaded, downline.request),
    fields: { ...EXAMPLE_PLAY, ...(given ?? usual) },
    period: value.own.period,
    ownTerms: value.own.terms,
    ceilingBp: value.ceilingBp,
    highestBp: value.highestBp,
    betSteps: value.betSteps,
    activeValidBet: value.activeValidBet,
  };
}

function cardOf({ kind, input: { timeZone } }: Loaded, contract: ContractValue): ContractCard {
  const { validFrom, validUntil, requestedAt, contractId } = contract;
  return {
    ...contract,
    fromText: validFrom === null ? null : shownTime(validFrom, timeZone),
    untilText: validUntil === null ? null : shownTime(validUntil, timeZone),
    requestedText: shownTime(requestedAt, timeZone),
    endHref: contract.state === 'ended' ? null : contractsHref(kind, { end: contractId }),
  };
}

function openContracts({ own, ownRequest, downlines }: ContractsValue): readonly ContractValue[] {
  const all = [own, ownRequest, ...downlines.flatMap(({ contract, request }) => [contract, request])];
  return all.filter((contract): contract is ContractValue => contract !== null && contract.state !== 'ended');
}

function posted({ kind, input: { form } }: Pick<Loaded, 'kind' | 'input'>) {
  return form?.call === ACTIONS[kind] ? formView(form) : undefined;
}

export function contractsHref(kind: WageKind, more: Readonly<Record<string, string>> = {}): string {
  return `${agentHref(WAGE_PAGES[kind])}?${new URLSearchParams({ view: 'contracts', ...more })}`;
}
