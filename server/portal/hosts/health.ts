import type { Logger } from 'pino';
import { MINUTE_MS } from '../../../shared/time.ts';
import { BoundedMap } from '../cache/bounded-map.ts';
import type { WeightedHost } from './choose.ts';
import type { ProbeHost } from './host-probe.ts';

/** Health levels from down to healthy; a probe moves a host by one level. */
const WEIGHTS = [0, 0.5, 1] as const;
const HEALTHY_LEVEL = WEIGHTS.length - 1;
const PROBE_EVERY_MS = 15_000;
/** A report counts only from this many addresses, because one visitor's trouble may be their own connection. */
const MIN_REPORTERS = 3;
const REPORT_LIFETIME_MS = MINUTE_MS;
const REPORTED_WEIGHT = 0.5;
const MAX_REPORTERS = 50;

interface Host {
  level: number;
  /** Time of the last report of each address. */
  readonly reports: BoundedMap<string, number>;
}

export interface HostHealth {
  /** Sets the monitored hosts; hosts that stay keep their state. */
  watch(origins: readonly string[]): void;
  weighted(origins: readonly string[]): readonly WeightedHost[];
  /** Reports that a client at this address could not load from the host. Reports lower the weight, but only a probe takes a host out. */
  report(origin: string, address: string): void;
  /** Probes every host once. */
  probe(): Promise<void>;
  close(): void;
}

export interface HealthOptions {
  readonly log: Logger;
  readonly probeHost: ProbeHost;
  readonly now?: () => number;
  readonly everyMs?: number;
}

/** Health of hosts by background probes and visitors' reports; a host that must not be probed counts as healthy. */
export function createHostHealth({ log, probeHost, now = Date.now, everyMs = PROBE_EVERY_MS }: HealthOptions): HostHealth {
  const hosts = new Map<string, Host>();
  let timer: NodeJS.Timeout | undefined;

  async function probeOne(origin: string, host: Host): Promise<void> {
    const before = host.level;
    host.level = (await probeHost(origin)) !== 'failing' ? Math.min(HEALTHY_LEVEL, before + 1) : Math.max(0, before - 1);
    if (host.level !== before) log.warn({ host: origin, weight: WEIGHTS[host.level] }, 'host health changed');
  }
  const probe = async () => {
    await Promise.all([...hosts].map(([origin, host]) => probeOne(origin, host)));
  };
  function schedule(): void {
    clearTimeout(timer);
    timer = undefined;
    if (hosts.size === 0) return;
    timer = setTimeout(() => void probe().then(schedule), everyMs);
    timer.unref();
  }
  function isReported({ reports }: Host): boolean {
    const since = now() - REPORT_LIFETIME_MS;
    let count = 0;
    for (const at of reports.values()) if (at >= since) count++;
    return count >= MIN_REPORTERS;
  }

  return {
    watch(origins) {
      for (const known of hosts.keys()) if (!origins.includes(known)) hosts.delete(known);
      for (const origin of origins)
        if (!hosts.has(origin)) hosts.set(origin, { level: HEALTHY_LEVEL, reports: new BoundedMap<string, number>(MAX_REPORTERS) });
      if (timer === undefined || hosts.size === 0) schedule();
    },
    weighted: (origins) =>
      origins.map((origin) => {
        const host = hosts.get(origin);
        const weight = host ? (WEIGHTS[host.level] ?? 0) : 0;
        return { origin, weight: host && isReported(host) ? Math.min(weight, REPORTED_WEIGHT) : weight };
      }),
    report(origin, address) {
      const host = hosts.get(origin);
      if (!host) return;
      host.reports.set(address, now());
    },
    probe,
    close() {
      hosts.clear();
      schedule();
    },
  };
}
