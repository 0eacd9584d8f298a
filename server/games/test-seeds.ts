import { createSecrets } from '../platform/base/secrets.ts';
import { createSeeds } from './seeds.ts';

/** The data key of all studios of the tests, also of those in other processes. */
export const TEST_SEALER = createSecrets('the data key of the tests, of 32 characters');
export const TEST_SEEDS = createSeeds(TEST_SEALER);

/** A stored event with its opened seed. */
export function opened<Event extends { readonly server_seed: string }>(event: Event): Event {
  return { ...event, server_seed: TEST_SEEDS.open('event', event.server_seed) };
}
