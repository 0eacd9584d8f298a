import type { AccountRecordProps, Choice } from '../../../../client/islands/records/props.ts';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import { memberMovements } from '../../../../shared/api/records/contract.ts';
import { NO_CURRENCY } from '../../../../shared/money/amount-text.ts';
import { MOVEMENT_GROUPS, RECORD_DAYS } from '../../../../shared/records.ts';
import { zonedDay } from '../../../../shared/time.ts';
import { isOpen } from '../../../../views/components/member-entries.ts';
import type { StatementData } from '../../../../views/pages/records/statement.tsx';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import type { Query } from '../page-view.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { inAndOut, monthName, movementView } from './movement-view.ts';
import { fileHref } from './record-file.ts';
import { type Days, instantsOf, periodOf, readDays } from './record-period.ts';
import { statement } from './statement.ts';

export const ACCOUNT_RECORD_PATH = '/member/transactionHistory';
const TRANSFER_ID = /^[A-Za-z0-9]{1,19}$/;
const ACCOUNT = /^(?:wallet|hold|bonus|bonus-held|vendor:[A-Za-z0-9_.-]{1,64})$/;
/** Account of an address that names none. */
const USUAL_ACCOUNT = 'wallet';
const VENDOR = 'vendor:';
const STATEMENT_MONTHS = 24;

export type AccountRecordData = { readonly record: AccountRecordProps } | { readonly statement: StatementData };
type Movements = ValueOf<typeof memberMovements>;

/** The account record of a period, one movement named in the address, or the statement of a month. */
export async function accountRecord(input: VisitorInput): Promise<AccountRecordData | RefusedPage> {
  if (input.query.get('view') === 'statement') return statement(input);
  const { query, timeZone, now, context } = input;
  const days = readDays(query, timeZone, now, '7d');
  const filter = readMovementFilter(query);
  const transferId = TRANSFER_ID.exec(query.get('transferId') ?? '')?.[0];
  const period = periodOf(context.t, days, RECORD_DAYS.list);
  const answer = period.problem && transferId === undefined ? undefined : await loadMovements(input, days, filter, transferId);
  if (answer && !answer.success) return refusedBy(answer);
  const value: Movements | undefined = answer?.value;
  return {
    record: {
      movements: value?.movements.map((movement) => movementView(movement, timeZone)) ?? [],
      sheet: sheetOf(value),
      hasSheet: value?.opening !== null && value?.closing !== null,
      currency: value ? { currency: value.currency, currencySymbol: value.currencySymbol } : NO_CURRENCY,
      pageNum: value?.pageNum ?? 1,
      totalPages: value?.totalPages ?? 1,
      action: ACCOUNT_RECORD_PATH,
      parameters: { ...filter },
      period,
      timeZone,
      csvHref: isOpen('movementFile', context.features) ? fileHref(ACCOUNT_RECORD_PATH, days, filter) : null,
      filter,
      accounts: (value?.accounts ?? []).map((kind) => accountChoice(input, kind)),
      months: isOpen('statement', context.features) ? monthChoices(input, value?.since) : [],
      single: transferId !== undefined,
    },
  };
}

export type MovementChoice = AccountRecordProps['filter'];

export function readMovementFilter(query: Query): MovementChoice {
  const group = query.get('group') ?? '';
  return {
    group: Object.hasOwn(MOVEMENT_GROUPS, group) ? group : '',
    account: ACCOUNT.exec(query.get('account') ?? '')?.[0] ?? USUAL_ACCOUNT,
  };
}

/** The filter and the days as parameters of both movement calls. */
export function movementQuery(days: Days, timeZone: string, { group, account }: MovementChoice) {
  const kinds = (MOVEMENT_GROUPS as Readonly<Record<string, readonly string[]>>)[group];
  return { ...instantsOf(days, timeZone), ...(kinds ? { kinds: kinds.join() } : {}), account };
}

function loadMovements(
  { upstream, visitor, query, timeZone }: VisitorInput,
  days: Days,
  filter: MovementChoice,
  transferId: string | undefined,
) {
  const movementsQuery =
    transferId === undefined ? { ...movementQuery(days, timeZone, filter), pageNo: pageNumber(query.get('pageNo')) } : { transferId };
  return upstream.call(memberMovements, { query: movementsQuery }, visitor);
}

function sheetOf(value: Movements | undefined): AccountRecordProps['sheet'] {
  const { opening, closing, sums = [], balanced = true } = value ?? {};
  return { opening: opening ?? '0', closing: closing ?? '0', sums, balanced, ...inAndOut(sums) };
}

function accountChoice({ context }: VisitorInput, kind: string): Choice {
  if (!kind.startsWith(VENDOR)) return { value: kind, label: context.t(`records.account_${kind}`) };
  const code = kind.slice(VENDOR.length);
  const vendor = context.menus.flatMap(({ vendors }) => vendors).find(({ vassalage }) => vassalage === code)?.displayName ?? code;
  return { value: kind, label: context.t('records.account_vendor', { vendor }) };
}

/** The months with statements, the current one first: as far back as `STATEMENT_MONTHS`, and not before the registration. */
export function monthChoices(
  { context, timeZone, now }: Pick<VisitorInput, 'context' | 'timeZone' | 'now'>,
  since?: string,
): readonly Choice[] {
  const [year = 0, month = 0] = zonedDay(now, timeZone).split('-').map(Number);
  const firstMonth = since === undefined ? '' : zonedDay(Date.parse(since), timeZone).slice(0, 7);
  return Array.from({ length: STATEMENT_MONTHS }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    return { value: first.toISOString().slice(0, 7), label: monthName(first, context.language.tag) };
  }).filter(({ value }, back) => back === 0 || value >= firstMonth);
}
