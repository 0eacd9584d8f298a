/** Checks every answer that the load gets, and knows when a fault is active. */
export interface Witness {
  /** Wraps a function such as `fetch`. */
  watch(send: typeof fetch): typeof fetch;
  /** From now on failures are expected; `over` ends this, grace period included. */
  broken(): () => void;
  /** No answer of 500 and above and no lost connection outside of faults; no refusal without a code at any time. */
  readonly problems: readonly string[];
  readonly counts: Counts;
}

export interface Counts {
  readonly answers: number;
  readonly refusals: Readonly<Record<string, number>>;
  /** Failures during faults. */
  readonly excused: number;
  /** Answers outside of faults. */
  readonly calm: number;
  readonly calmFailures: number;
}

export interface WitnessOptions {
  readonly graceMs: number;
  /** Maximum response time. */
  readonly deadlineMs: number;
  readonly now?: () => number;
}

const MAX_PROBLEMS = 200;

export function createWitness({ graceMs, deadlineMs, now = () => performance.now() }: WitnessOptions): Witness {
  const problems: string[] = [];
  const refusals: Record<string, number> = {};
  const counts = { answers: 0, refusals, excused: 0, calm: 0, calmFailures: 0 };
  let open = 0;
  let excusedUntil = Number.NEGATIVE_INFINITY;
  const isBroken = () => open > 0 || now() < excusedUntil;
  const report = (problem: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push(`${new Date().toISOString()} ${problem}`);
  };
  const fail = (excused: boolean, what: string) => {
    if (excused) counts.excused++;
    else {
      counts.calmFailures++;
      report(what);
    }
  };

  async function inspect(what: string, answer: Response, excused: boolean): Promise<void> {
    counts.answers++;
    if (!excused) counts.calm++;
    if (answer.status < 400) return;
    const text = await answer.clone().text();
    const code = codeOf(text);
    const name = `${answer.status} ${code ?? 'without a code'}`;
    refusals[name] = (refusals[name] ?? 0) + 1;
    if (answer.status >= 500) fail(excused, `${what}: ${name}`);
    // HTML error pages are for people; data requests get a code, and no answer contains a stack trace.
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
    if ((code === undefined && !isPage && answer.status < 500) || /\n\s+at \S+ \(/.test(text))
      report(`${what}: refused ${name}: ${text.slice(0, 120)}`);
  }

  return {
    watch: (send) => async (input, init) => {
      const what = `${init?.method ?? 'GET'} ${new URL(input instanceof Request ? input.url : input).pathname}`;
      const began = isBroken();
      try {
        const answer = await send(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(deadlineMs) });
        await inspect(what, answer, began || isBroken());
        return answer;
      } catch (error) {
        if (!init?.signal?.aborted) fail(began || isBroken(), `${what}: ${causeOf(error)}`);
        throw error;
      }
    },
    broken() {
      open++;
      return () => {
        open--;
        excusedUntil = now() + graceMs;
      };
    },
    problems,
    counts,
  };
}

/** The portal's envelopes have `code`, the studio's refusals `error`. */
function codeOf(text: string): string | undefined {
  try {
    const { code, error } = JSON.parse(text) as { code?: unknown; error?: unknown };
    return [code, error].find((value): value is string => typeof value === 'string' && /^[a-z][a-z0-9_]+$/.test(value));
  } catch {
    return undefined;
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return String((cause as NodeJS.ErrnoException).code ?? (cause as Error).message ?? cause);
}
