import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../server/platform/base/clock.ts';
import { embeddedDir, openDatabase } from '../../server/platform/base/db/open.ts';
import { createEventHub } from '../../server/platform/base/events/hub.ts';
import { testActor } from '../../server/platform/identity/accounts/test-actor.ts';
import { insertMember } from '../../server/platform/identity/members/store.ts';
import { STUDIO_PROVIDER } from '../../server/platform/index.ts';
import { createWallet, memberLegs } from '../../server/platform/ledger/index.ts';
import { issueTicket } from '../../server/platform/play/vendors/index.ts';
import { type Service, startService } from '../kit/service.ts';
import { newMember } from './new-member.ts';

/** A launch ticket for a member who has never played. */
export interface Guest {
  readonly ticket: string;
  readonly gameId: string;
  /** Client address from which the portal receives the member's calls. */
  readonly address: string;
}

const CREDIT = 10_000_0000n;
/** Renews the expiry of the tickets: they are valid for a minute, and all players together need longer than that. */
const LATER_MS = 1_800_000;

/** Runs the work against a service with the embedded database and a new member with money for each of the named games. */
export async function withCrowd(
  gameIds: readonly string[],
  work: (service: Service, guests: readonly Guest[]) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lagoon-crowd-'));
  const options = { dataDir: join(folder, 'data'), asShipped: true, env: { TRUST_PROXY: 'loopback', ...environment() } };
  try {
    await (await startService(options)).stop();
    const guests = await invite(options.dataDir, gameIds);
    const service = await startService(options);
    try {
      await work(service, guests);
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `BENCH_NODE_OPTIONS` applies to the service only, for example `--cpu-prof`. */
function environment(): Record<string, string> {
  const options = process.env.BENCH_NODE_OPTIONS;
  return options ? { NODE_OPTIONS: options } : {};
}

async function invite(dataDir: string, gameIds: readonly string[]): Promise<Guest[]> {
  const { db, close } = await openDatabase({ dir: embeddedDir(dataDir) });
  const wallet = createWallet({ clock: systemClock, hub: createEventHub() });
  const clock = { ...systemClock, now: () => new Date(Date.now() + LATER_MS) };
  const guests: Guest[] = [];
  try {
    for (const [nr, gameId] of gameIds.entries()) {
      const row = await insertMember(db, newMember(nr), new Date());
      if (!row) throw new Error(`guest ${nr} exists already`);
      const { id: memberId, currency } = row;
      await wallet.openMember(db, { memberId, currency, realm: 'real' });
      const legs = memberLegs(memberId, 'adjustment', CREDIT);
      await wallet.transfer(db, { reference: `bench:${memberId}`, kind: 'adjustment', currency, realm: 'real', memberId, legs });
      const order = { actor: testActor(memberId), gameId, provider: STUDIO_PROVIDER, language: 'EN' };
      const { ticket } = await issueTicket(db, { clock }, order);
      guests.push({ ticket, gameId, address: `198.51.${nr >> 8}.${nr & 255}` });
    }
  } finally {
    await close();
  }
  return guests;
}
