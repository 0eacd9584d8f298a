import type { Logger } from 'pino';
import { UPSTREAM_FAMILIES, type UpstreamFamily } from '../../../shared/api/call-table.ts';

/**
 * How an attempt at the upstream ended. `refused`: the platform said no, which is an answer. `connect`: no connection.
 * `broken`: the connection ended too early. `failed`: the platform has tripped over this request, and says so. `unreadable`: no
 * answer of the platform. `odd`: one that does not fit the call, or a no in other words. `breaker`: not attempted. `gone`: the
 * visitor did not wait.
 */
export type UpstreamOutcome = 'ok' | 'refused' | 'timeout' | 'connect' | 'broken' | 'failed' | 'unreadable' | 'odd' | 'breaker' | 'gone';

export interface UpstreamReport {
  readonly call: string;
  readonly family: UpstreamFamily;
  readonly outcome: UpstreamOutcome;
  readonly milliseconds: number;
  /** 1, or 2 where a GET is tried once more. */
  readonly attempt: number;
}

/** One attempt that is about to be made. */
export interface Attempt {
  readonly call: string;
  readonly family: UpstreamFamily;
  /** It changes nothing, so it may be the one that finds out whether the upstream is back. */
  readonly reads: boolean;
  readonly attempt: number;
}

export interface Circuits {
  /** Undefined while this family is not asked; else tells how the attempt ended, the first time it is called. */
  begin(attempt: Attempt): ((outcome: UpstreamOutcome) => void) | undefined;
  /** True while calls of the family are answered without asking. */
  isOpen(family: UpstreamFamily): boolean;
  close(): void;
}

export interface CircuitsDeps {
  /** True when the upstream of a family gives an answer again. */
  readonly probe: (family: UpstreamFamily) => Promise<boolean>;
  readonly onUpstream?: ((report: UpstreamReport) => void) | undefined;
  readonly log: Logger;
  readonly now?: () => number;
  readonly probeEveryMs?: number;
}

interface Circuit {
  failures: number;
  /** When it opened or was tried last; undefined while it is closed. */
  openSince: number | undefined;
  /** Somebody is finding out: one at a time. */
  isTrying: boolean;
  timer: NodeJS.Timeout | undefined;
}

const FAILURES_THAT_OPEN = 5;
const HALF_OPEN_MS = 10_000;
const PROBE_EVERY_MS = 1_000;
/** What a refused caller is told; by then a probe has been made. */
export const RETRY_AFTER_SECONDS = '2';
const GOOD: readonly UpstreamOutcome[] = ['ok', 'refused'];
/** Whoever comes can cause these, as often as they like; they tell nothing about the upstream as a whole. */
const NEUTRAL: readonly UpstreamOutcome[] = ['failed', 'odd', 'gone', 'breaker'];

/**
 * A circuit breaker for each family of the upstream. Five failures in a row open it: calls are then answered at once, and
 * a probe in the background closes it as soon as the upstream answers. After ten seconds one reading call at a time may
 * try as well, for an upstream that answers calls but not the probe.
 */
export function createCircuits(deps: CircuitsDeps): Circuits {
  const now = deps.now ?? (() => performance.now());
  const circuits = new Map<UpstreamFamily, Circuit>(
    UPSTREAM_FAMILIES.map((family) => [family, { failures: 0, openSince: undefined, isTrying: false, timer: undefined }]),
  );
  const of = (family: UpstreamFamily) => circuits.get(family) as Circuit;

  function settle(family: UpstreamFamily, isGood: boolean): void {
    const circuit = of(family);
    if (isGood) {
      if (circuit.openSince !== undefined) deps.log.warn({ family }, 'the upstream answers again');
      clearInterval(circuit.timer);
      Object.assign(circuit, { failures: 0, openSince: undefined, timer: undefined });
      return;
    }
    circuit.failures++;
    if (circuit.openSince !== undefined || circuit.failures < FAILURES_THAT_OPEN) return;
    circuit.openSince = now();
    circuit.timer = setInterval(() => void tryProbe(family), deps.probeEveryMs ?? PROBE_EVERY_MS).unref();
    deps.log.error({ family }, 'the upstream fails and is left alone until it answers a probe');
  }

  async function tryProbe(family: UpstreamFamily): Promise<void> {
    const circuit = of(family);
    if (circuit.isTrying) return;
    circuit.isTrying = true;
    const isBack = await deps.probe(family).catch(() => false);
    circuit.isTrying = false;
    if (isBack && circuit.timer !== undefined) settle(family, true);
  }

  function mayTry(circuit: Circuit, reads: boolean): boolean {
    return circuit.openSince !== undefined && reads && !circuit.isTrying && now() - circuit.openSince >= HALF_OPEN_MS;
  }

  return {
    begin({ call, family, reads, attempt }) {
      const circuit = of(family);
      const isTrial = mayTry(circuit, reads);
      const report = (outcome: UpstreamOutcome, milliseconds: number) =>
        deps.onUpstream?.({ call, family, outcome, milliseconds, attempt });
      if (circuit.openSince !== undefined && !isTrial) {
        report('breaker', 0);
        return undefined;
      }
      if (isTrial) {
        circuit.isTrying = true;
        circuit.openSince = now();
      }
      const start = performance.now();
      let hasEnded = false;
      return (outcome) => {
        if (hasEnded) return;
        hasEnded = true;
        if (isTrial) circuit.isTrying = false;
        if (!NEUTRAL.includes(outcome)) settle(family, GOOD.includes(outcome));
        report(outcome, performance.now() - start);
      };
    },
    isOpen: (family) => of(family).openSince !== undefined,
    close() {
      for (const circuit of circuits.values()) {
        clearInterval(circuit.timer);
        circuit.timer = undefined;
      }
    },
  };
}
