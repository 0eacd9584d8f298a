const KEY = 'start';
/** A page after so long begins another visit. */
const VISIT_MS = 30 * 60_000;

/** What this device keeps of the first steps of its members. */
export interface StartMemory {
  readonly visits: number;
  /** Last page of the latest visit, milliseconds. */
  readonly seenAt: number;
  readonly welcomeHidden: boolean;
  /** The account is protected already, or its member does not want to hear of it. */
  readonly secureHidden: boolean;
}

const FIRST: StartMemory = { visits: 0, seenAt: 0, welcomeHidden: false, secureHidden: false };

export function readStart(name: string): StartMemory {
  return { ...FIRST, ...stored()[name] };
}

export function changeStart(name: string, change: Partial<StartMemory>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [name]: { ...readStart(name), ...change } }));
  } catch {
    // Storage is closed to this page: the first steps are offered again.
  }
}

/** Counts this page toward its visit and answers what is known. */
export function countVisit(name: string, now: number): StartMemory {
  const { visits, seenAt } = readStart(name);
  changeStart(name, { visits: now - seenAt > VISIT_MS ? visits + 1 : visits, seenAt: now });
  return readStart(name);
}

function stored(): Readonly<Record<string, Partial<StartMemory>>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, Partial<StartMemory>>) : {};
  } catch {
    return {};
  }
}
