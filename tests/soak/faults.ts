import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SoakDeployment } from './deployment.ts';
import type { FaultKind } from './plan.ts';
import { pause } from './processes.ts';

/** Injects a fault and reverts it after its duration; undefined for faults that this machine cannot inject. */
type Strike = (deployment: SoakDeployment, lasts: number) => Promise<void> | undefined;

const HOUR_SECONDS = 3_600;
const CUTS = 3;

/** Implementation of each fault. A killed process is started again, as a process manager would. */
const STRIKES: Readonly<Record<FaultKind, Strike>> = {
  'kill platform': ({ platform }, lasts) => killed([platform], lasts),
  'kill portal 1': ({ portals }, lasts) => killed([portals[0]], lasts),
  'kill portal 2': ({ portals }, lasts) => killed([portals[1]], lasts),
  'power cut': ({ platform, portals }, lasts) => killed([platform, ...portals], lasts),
  'hang platform': ({ platform }, lasts) => hung(platform, lasts),
  'hang portal 1': ({ portals }, lasts) => hung(portals[0], lasts),
  'black hole to the platform': ({ line }, lasts) => withLine(line, 'hole', lasts),
  'no way to the platform': ({ line }, lasts) => withLine(line, 'refused', lasts),
  'cut database connections': (deployment, lasts) => cutConnections(deployment, lasts),
  'stop Redis': ({ redis }, lasts) => redis && killed([redis], lasts),
  'clock an hour ahead': ({ moveClock }, lasts) => moveClock && withClock(moveClock, HOUR_SECONDS, lasts),
  'clock two hours behind': ({ moveClock }, lasts) => moveClock && withClock(moveClock, -2 * HOUR_SECONDS, lasts),
  'full disk': ({ smallDisk }, lasts) => (smallDisk === undefined ? undefined : withFullDisk(smallDisk, lasts)),
};

/** False when the fault was skipped. */
export async function strike(kind: FaultKind, deployment: SoakDeployment, lasts: number): Promise<boolean> {
  const striking = STRIKES[kind](deployment, lasts);
  await striking;
  return striking !== undefined;
}

async function killed(parts: readonly Pick<SoakDeployment['platform'], 'kill' | 'start'>[], lasts: number): Promise<void> {
  await Promise.all(parts.map((part) => part.kill()));
  await pause(lasts);
  for (const part of parts) await part.start();
}

async function hung(part: SoakDeployment['platform'], lasts: number): Promise<void> {
  part.signal('SIGSTOP');
  await pause(lasts);
  part.signal('SIGCONT');
}

async function withLine(line: SoakDeployment['line'], state: 'hole' | 'refused', lasts: number): Promise<void> {
  await line.set(state);
  await pause(lasts);
  await line.set('open');
}

async function cutConnections({ database }: SoakDeployment, lasts: number): Promise<void> {
  for (let cut = 0; cut < CUTS; cut++) {
    await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await pause(lasts / CUTS);
  }
}

async function withClock(move: (seconds: number) => void, seconds: number, lasts: number): Promise<void> {
  move(seconds);
  await pause(lasts);
  move(0);
}

/** Until the disk is full. */
async function withFullDisk(disk: string, lasts: number): Promise<void> {
  const ballast = join(disk, 'ballast');
  const piece = Buffer.alloc(64 * 1024, 1);
  try {
    for (;;) writeFileSync(ballast, piece, { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  await pause(lasts);
  rmSync(ballast);
}
