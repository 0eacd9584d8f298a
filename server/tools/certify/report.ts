/** One rule of the protocol, tested against the other side. */
export interface Scenario<World> {
  readonly name: string;
  /** The rule in a few words. */
  readonly rule: string;
  run(world: World): Promise<void>;
  /** Reason to skip the scenario; undefined if it can run. */
  without?(world: World): string | undefined;
}

export interface Outcome {
  readonly scenario: string;
  readonly rule: string;
  readonly state: 'passed' | 'failed' | 'left out';
  /** Empty if it passed. */
  readonly reason: string;
}

/** The other side breaks a rule. */
export class Deviation extends Error {
  override readonly name = 'Deviation';
}

/** The other side does not offer what the scenario tests; the message says what. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
}

export function demand(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Deviation(otherwise);
}

/** Runs all scenarios, or those named, in sequence; a failed one does not stop the next. */
export async function runAll<World>(
  scenarios: readonly Scenario<World>[],
  world: World,
  { only, before }: { only: readonly string[] | undefined; before: () => Promise<void> },
): Promise<readonly Outcome[]> {
  const unknown = only?.filter((name) => !scenarios.some((scenario) => scenario.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`No scenario: ${unknown.join(', ')}. There are ${scenarios.map(({ name }) => name).join(', ')}.`);
  const outcomes: Outcome[] = [];
  for (const scenario of scenarios.filter(({ name }) => only?.includes(name) ?? true)) {
    const { name, rule } = scenario;
    const missing = scenario.without?.(world);
    if (missing !== undefined) {
      outcomes.push({ scenario: name, rule, state: 'left out', reason: missing });
      continue;
    }
    try {
      await before();
      await scenario.run(world);
      outcomes.push({ scenario: name, rule, state: 'passed', reason: '' });
    } catch (error) {
      const state = error instanceof NotOffered ? 'left out' : 'failed';
      outcomes.push({ scenario: name, rule, state, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return outcomes;
}

const STATE_TEXTS = { passed: 'passed', failed: 'FAILED', 'left out': 'left out' } as const;

/** One line per outcome, and the totals. */
export function table(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ scenario }) => scenario.length));
  const lines = outcomes.map(
    ({ scenario, state, rule, reason }) =>
      `${scenario.padEnd(width)}  ${STATE_TEXTS[state].padEnd(8)}  ${reason === '' ? rule : `${rule}: ${reason}`}`,
  );
  const count = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length;
  return [...lines, '', `${count('passed')} passed, ${count('failed')} failed, ${count('left out')} left out`].join('\n');
}
