import type { Logger } from 'pino';
import { UPSTREAM_FAMILIES, type UpstreamFamily } from '../../../shared/api/call-table.ts';

/**
 * How an attempt at the upstream ended. `refused`: the platform refused, which is an answer. `connect`: no connection. `broken`: the
 * connection closed too early. `failed`: the platform reported an internal error for this request. `unreadable`: not an answer of the
 * platform. `malformed`: an answer that does not fit the call, or a refusal without an envelope. `breaker`: not attempted. `gone`: the visitor
 * disconnected.
 */
export type UpstreamOutcome =
  | 'ok'
  | 'refused'
  | 'timeout'
  | 'connect'
  | 'broken'
  | 'failed'
  | 'unreadable'
  | 'malformed'
  | 'breaker'
  | 'gone';

export interface UpstreamReport {
  readonly call: string;
  readonly family: UpstreamFamily;
  readonly outcome: UpstreamOutcome;
  readonly milliseconds: number;
  /** 1, or 2 if a GET is retried. */
  readonly attempt: number;
}

/** One attempt at the upstream. */
export interface Attempt {
  readonly call: string;
  readonly family: UpstreamFamily;
  /** The call changes nothing, so it may serve as the trial that closes the circuit. */
  readonly reads: boolean;
  readonly attempt: number;
}

export interface Circuits {
  /** Undefined while the circuit is open; otherwise a function that reports the outcome. Only its first call counts. */
  begin(attempt: Attempt): ((outcome: UpstreamOutcome) => void) | undefined;
  /** True while calls of the family are refused without an attempt. */
  isOpen(family: UpstreamFamily): boolean;
  close(): void;
}

export interface CircuitsDeps {
  /** True if the upstream of a family answers again. */
  readonly probe: (family: UpstreamFamily) => Promise<boolean>;
  readonly onUpstream?: (report: UpstreamReport) => void;
  readonly log: Logger;
  readonly now?: () => number;
  readonly probeEveryMs?: number;
}

interface Circuit {
  failures: number;
  /** Time of the opening or of the last trial; undefined while the circuit is closed. */
  openSince: number | undefined;
  /** A trial is running; one at a time. */
  isTrying: boolean;
  timer: NodeJS.Timeout | undefined;
}

const FAILURES_THAT_OPEN = 5;
const HALF_OPEN_MS = 10_000;
const PROBE_EVERY_MS = 1_000;
/** Long enough for a probe to have run. */
export const RETRY_AFTER_SECONDS = '2';
const GOOD: readonly UpstreamOutcome[] = ['ok', 'refused'];
/** A single visitor can cause these at will, so they say nothing about the upstream as a whole. */
const NEUTRAL: readonly UpstreamOutcome[] = ['failed', 'malformed', 'gone', 'breaker'];

/**
 * A circuit breaker for each upstream family. Five consecutive failures open it: calls are then refused at once, and a background probe
 * closes it when the upstream answers. After ten seconds one reading call at a time may try as well, for an upstream that answers calls but
 * not the probe.
 */
export function createCircuits(deps: CircuitsDeps): Circuits {
  const now = deps.now ?? (() => performance.now());
  const circuits = new Map<UpstreamFamily, Circuit>(
    UPSTREAM_FAMILIES.map((family) => [family, { failures: 0, openSince: undefined, isTrying: false, timer: undefined }]),
  );
  const of = (family: UpstreamFamily) => circuits.get(family) as Circuit;

  function recordResult(family: UpstreamFamily, isGood: boolean): void {
    const circuit = of(family);
    if (isGood) {
      if (circuit.openSince !== undefined) deps.log.warn({ family }, 'circuit closed for upstream');
      clearInterval(circuit.timer);
      Object.assign(circuit, { failures: 0, openSince: undefined, timer: undefined });
      return;
    }
    circuit.failures++;
    if (circuit.openSince !== undefined || circuit.failures < FAILURES_THAT_OPEN) return;
    circuit.openSince = now();
    circuit.timer = setInterval(() => void tryProbe(family), deps.probeEveryMs ?? PROBE_EVERY_MS).unref();
    deps.log.error({ family }, 'circuit opened for upstream');
  }

  async function tryProbe(family: UpstreamFamily): Promise<void> {
    const circuit = of(family);
    if (circuit.isTrying) return;
    circuit.isTrying = true;
    const isBack = await deps.probe(family).catch(() => false);
    circuit.isTrying = false;
    if (isBack && circuit.timer !== undefined) recordResult(family, true);
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
        if (!NEUTRAL.includes(outcome)) recordResult(family, GOOD.includes(outcome));
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
