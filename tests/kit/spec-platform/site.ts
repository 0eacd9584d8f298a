import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, startService } from '../service.ts';
import { type SpecPlatform, type SpecPlatformInput, startSpecPlatform } from './start.ts';

/** The member that the platform has from the start. */
export const MEMBER = { username: 'player1', password: 'Secret123' };

/** A portal in front of a platform of another maker. */
export interface Site {
  readonly platform: SpecPlatform;
  readonly service: Service;
  readonly folder: string;
}

const MANY = { stream: 10_000, page: 10_000, 'own-page': 10_000, read: 10_000, launch: 10_000, login: 1_000, register: 1_000 };

/** Starts both, with the merchant file that an operator of such a platform would write. */
export async function openSite(input: SpecPlatformInput = {}): Promise<Site> {
  const platform = await startSpecPlatform(input);
  const folder = mkdtempSync(join(tmpdir(), 'lagoon-foreign-'));
  const file = {
    code: 'foreign',
    brand: { name: 'Riverbank', hue: 200, mark: 'mark.svg' },
    languages: ['EN', 'TH'],
    language: 'EN',
    upstreams: { wps: platform.url, lgw: platform.url, lotto: platform.url },
    hosts: { images: [platform.url], launch: [platform.url] },
    requests: MANY,
    defaults: { currency: 'THB', currencySymbol: '฿', timeZone: 'Asia/Bangkok' },
  };
  writeFileSync(join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>');
  writeFileSync(join(folder, 'foreign.json'), JSON.stringify(file));
  const service = await startService({ env: { MERCHANT_FILE: join(folder, 'foreign.json') } });
  return { platform, service, folder };
}

export async function closeSite(site: Site | undefined): Promise<void> {
  await site?.service.stop();
  await site?.platform.stop();
  if (site) rmSync(site.folder, { recursive: true });
}
