import type { Whitelabel } from '../../../shared/api/system/schemas.ts';

/** Now by the platform's clock, which can be ahead of the portal's: the days of records and wages are those of the platform. */
export function platformTime({ clockAheadSeconds }: Pick<Whitelabel, 'clockAheadSeconds'>): number {
  return Date.now() + clockAheadSeconds * 1_000;
}
