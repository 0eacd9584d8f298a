import { TEAM_BATCH_SIZE, TEAM_PAGE_SIZE } from '../../../../shared/api/agent-team/constants.ts';
import type { TeamPerson } from '../../../../shared/api/agent-team/schemas.ts';
import type { TeamDeps, TeamReader } from './contracts.ts';
import { requirePerson } from './reader.ts';

/** Lines of a list, for a page or a batch of a file. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

export function pageSlice(pageNo: number): Slice {
  return { offset: (pageNo - 1) * TEAM_PAGE_SIZE, limit: TEAM_PAGE_SIZE };
}

export function batchSlice(cursor: number): Slice {
  return { offset: cursor, limit: TEAM_BATCH_SIZE };
}

/** Cursor of the following batch; null after the last one. */
export function nextBatch(cursor: number, lines: readonly unknown[]): number | null {
  return lines.length === TEAM_BATCH_SIZE ? cursor + TEAM_BATCH_SIZE : null;
}

/** What a list with pages says besides its lines. */
export function pageOf(deps: TeamDeps, reader: TeamReader, pageNo: number, count: number) {
  return { count, pageNum: pageNo, totalPages: Math.max(1, Math.ceil(count / TEAM_PAGE_SIZE)), ...moneyOf(deps, reader) };
}

/** Currency and time zone of the amounts and times of a list. */
export function moneyOf(deps: Pick<TeamDeps, 'currencySymbol'>, { agent: { currency }, timeZone }: TeamReader) {
  return { currency, currencySymbol: deps.currencySymbol(currency), timeZone };
}

/** The person that a list is filtered by. One that the agent may not see is refused like one that does not exist. */
export async function filteredPerson(
  deps: Pick<TeamDeps, 'db'>,
  reader: TeamReader,
  memberId: string | undefined,
): Promise<TeamPerson | null> {
  if (memberId === undefined) return null;
  const { currency: _, ...person } = await requirePerson(deps, reader, memberId);
  return person;
}
