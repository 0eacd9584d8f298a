import { UPSTREAM_FAMILIES } from '../../../shared/api/call-table.ts';
import type { PersonalCache } from '../cache/personal-cache.ts';
import type { PublicCache } from '../cache/public-cache.ts';
import type { EventStreams } from '../events/event-streams.ts';
import type { Throttle } from '../throttle/throttle.ts';
import type { Circuits } from '../upstream/circuits.ts';
import { freeSpace } from './free-space.ts';
import type { Metrics } from './metrics.ts';

interface Watched {
  readonly events: Pick<EventStreams, 'listeners'>;
  readonly publicCache: Pick<PublicCache, 'lookups' | 'size'>;
  readonly personalCache: Pick<PersonalCache, 'lookups' | 'size'>;
  readonly throttle: Pick<Throttle, 'countersUp'>;
  readonly circuits: Pick<Circuits, 'isOpen'>;
  readonly dataDir: string | undefined;
}

/** Registers the gauges and caches of a portal; their values are read when the metrics are collected. */
export function watchPortal(metrics: Metrics, { events, publicCache, personalCache, throttle, circuits, dataDir }: Watched): void {
  metrics.watch('portal_event_streams', 'Browsers with an open event stream.', () => events.listeners);
  metrics.watchCache('public', publicCache.lookups, () => publicCache.size);
  metrics.watchCache('personal', personalCache.lookups, () => personalCache.size);
  const countersUp = () => (throttle.countersUp === false ? 0 : 1);
  metrics.watch('portal_shared_counters_up', '0 while Redis does not answer; 1 otherwise, also without Redis.', countersUp, 'min');
  const breakers = () => Object.fromEntries(UPSTREAM_FAMILIES.map((family) => [family, circuits.isOpen(family) ? 1 : 0]));
  metrics.watchEach('portal_upstream_breaker_open', '1 while the circuit of an upstream family is open.', 'family', breakers, 'max');
  // 1 if the free share is unknown, which must not raise an alert.
  const free = async () => (await freeSpace(dataDir))?.share ?? 1;
  metrics.watch('portal_data_disk_free_ratio', 'Free share of the disk of DATA_DIR.', free, 'min');
}
