import { randomInt } from 'node:crypto';
import type { Visitor } from '../contracts.ts';
import type { EdgeResponse } from '../edge/edge-stage.ts';
import type { Cookies } from '../session/cookies.ts';
import { hostOrder } from './choose.ts';
import { createHostHealth, type HealthOptions } from './health.ts';
import { readOrigins } from './origins.ts';

/** Hosts of one visit, the visitor's own first; empty means the site's own address. */
export interface VisitorHosts {
  /** Available image hosts. */
  readonly images: readonly string[];
  /** All launch hosts, unavailable ones last: an address on one of these is still valid. */
  readonly launch: readonly string[];
}

export interface Hosts {
  /** Sets the lists of `system.status`; the same lists again have no effect. */
  set(lists: HostLists): void;
  /** All hosts by use, for the page policy. */
  readonly all: AllHosts;
  /** Hosts of a visitor. If there is a choice, the first answer stores it in a cookie for the visit. */
  of(visitor: Visitor, response: EdgeResponse): VisitorHosts;
  report(origin: string, address: string): void;
  close(): void;
}
/** All hosts. Those of outside vendors are not interchangeable, so they are not chosen from and not probed. */
export interface AllHosts extends VisitorHosts {
  readonly frames: readonly string[];
  readonly pictures: readonly string[];
}
export interface HostLists {
  readonly vendorFrames?: readonly string[];
  readonly vendorPictures?: readonly string[];
  readonly imageCDNs: readonly string[];
  readonly launchGameCDNs: readonly string[];
}

const MAX_VENDOR_HOSTS = 60;
/** Few enough numbers that the cookie does not identify a visitor, and enough to distribute visitors evenly. */
const SEEDS = 4_096;
const COOKIE = 'route';
const SEED = /^\d{1,4}$/;
const NONE: VisitorHosts = { images: [], launch: [] };

/** Image and launch hosts by visitor: random, the same for a whole visit, with fewer visitors for failing hosts. */
export function createHosts(https: boolean, options: HealthOptions, cookiePrefix = ''): Hosts {
  const { log } = options;
  const health = createHostHealth(options);
  let all: AllHosts = { ...NONE, frames: [], pictures: [] };
  let known = '';

  function setLists({ imageCDNs, launchGameCDNs, vendorFrames = [], vendorPictures = [] }: HostLists): void {
    const given = JSON.stringify([imageCDNs, launchGameCDNs, vendorFrames, vendorPictures]);
    if (given === known) return;
    known = given;
    const [images, launch] = [readOrigins(imageCDNs), readOrigins(launchGameCDNs)];
    const [frames, pictures] = [readOrigins(vendorFrames, MAX_VENDOR_HOSTS), readOrigins(vendorPictures, MAX_VENDOR_HOSTS)];
    const refused = [...images.refused, ...launch.refused, ...frames.refused, ...pictures.refused];
    if (refused.length > 0) log.warn({ hosts: refused }, 'invalid or excess hosts ignored');
    all = { images: images.origins, launch: launch.origins, frames: frames.origins, pictures: pictures.origins };
    health.watch([...new Set([...all.images, ...all.launch])]);
  }

  // A page before Express may leave the request to one behind it: the visitor gets one cookie.
  const newSeeds = new WeakMap<EdgeResponse, number>();

  return {
    set: setLists,
    get all() {
      return all;
    },
    of({ cookies }, response) {
      if (all.images.length + all.launch.length === 0) return NONE;
      const seed = seedOf(cookies) ?? newSeeds.get(response) ?? newSeed(response, https, cookiePrefix);
      newSeeds.set(response, seed);
      const launch = hostOrder(health.weighted(all.launch), seed);
      const unavailable = all.launch.filter((origin) => !launch.includes(origin));
      const images = hostOrder(health.weighted(all.images), seed);
      // The browser may reach hosts that the portal cannot.
      return { images: images.length > 0 ? images : all.images, launch: [...launch, ...unavailable] };
    },
    report: health.report,
    close: health.close,
  };
}

function seedOf({ [COOKIE]: value }: Cookies): number | undefined {
  return value !== undefined && SEED.test(value) && Number(value) < SEEDS ? Number(value) : undefined;
}

/** A session cookie, without `Max-Age`. */
function newSeed(response: EdgeResponse, https: boolean, cookiePrefix: string): number {
  const seed = randomInt(SEEDS);
  response.appendHeader('Set-Cookie', `${cookiePrefix}${COOKIE}=${seed}; Path=/; SameSite=Lax; HttpOnly${https ? '; Secure' : ''}`);
  return seed;
}
