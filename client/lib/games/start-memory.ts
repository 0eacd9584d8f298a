const KEY = 'start';
/** After a longer pause the next page starts another visit. */
const VISIT_MS = 30 * 60_000;

/** State of a member's first steps on this device. */
export interface StartMemory {
  readonly visits: number;
  /** Last page of the latest visit, milliseconds. */
  readonly seenAt: number;
  readonly welcomeHidden: boolean;
  /** The account is secured already, or its member has dismissed the suggestion. */
  readonly secureHidden: boolean;
  /** The account was not protected when that was last asked. */
  readonly unprotected: boolean;
}

const FIRST: StartMemory = { visits: 0, seenAt: 0, welcomeHidden: false, secureHidden: false, unprotected: false };

export function readStart(name: string): StartMemory {
  return { ...FIRST, ...stored()[name] };
}

export function changeStart(name: string, change: Partial<StartMemory>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [name]: { ...readStart(name), ...change } }));
  } catch {
    // Storage is unavailable: the first steps are offered again.
  }
}

/** Counts this page toward its visit and returns the stored state. */
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
