import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../server/platform/db/test-folder.ts';
import type { Readiness } from '../../server/portal/contracts.ts';
import { runProgram } from '../kit/program.ts';
import { freePort, killRunning, type Service, startService } from '../kit/service.ts';
import { mountSmallDisk, mountsSmallDisks, type SmallDisk } from '../kit/small-disk.ts';

const MEGABYTES = 192;
const ROOM = 'free space for the database on the disk of DATA_DIR';

/** The data of a service that was stopped. */
let stopped: string;
let disk: SmallDisk;
let data: string;

const start = (env: Record<string, string> = {}) => startService({ dataDir: data, through: disk.through, env });

async function readyz(service: Service): Promise<{ readonly status: number; readonly missing: readonly string[] }> {
  const answer = await fetch(`${service.adminUrl}/readyz`);
  return { status: answer.status, missing: ((await answer.json()) as Readiness).missing };
}

describe.runIf(mountsSmallDisks())('a full disk under the embedded database (LEFT OUT where no disk can be mounted)', () => {
  beforeAll(async () => {
    stopped = testFolder();
    expect(await (await startService({ dataDir: stopped })).stop()).toBe(0);
  });
  afterAll(() => rmSync(stopped, { recursive: true, force: true }));
  beforeEach(async () => {
    disk = await mountSmallDisk(MEGABYTES);
    data = join(disk.path, 'data');
    cpSync(stopped, join(disk.outside, 'data'), { recursive: true });
  });
  afterEach(async () => {
    await killRunning();
    await disk.remove();
  });

  it('a platform without a portal reports it as well', async () => {
    const key = 'a-key-that-only-portals-know-of-40-signs';
    const place = { PLATFORM_HOST: '127.0.0.1', PLATFORM_PORT: String(await freePort()), PLATFORM_KEY: key };
    const service = await start({ ROLE: 'platform', ...place });
    disk.fill();
    expect(await readyz(service)).toMatchObject({ status: 503, missing: expect.arrayContaining([ROOM]) });
    disk.clear();
    expect(await readyz(service)).toMatchObject({ status: 200, missing: [] });
    expect(await service.stop()).toBe(0);
  });

  it('stops a start in one line that names it, and leaves the folder fit for the next one', async () => {
    disk.fill();
    const { code, output } = await runProgram('main', data, { through: disk.through });
    expect([code, output.trimEnd().split('\n')]).toEqual([1, [expect.stringMatching(/^Cannot start: .*the disk is full/)]]);
    disk.clear();
    const service = await start();
    expect(await service.stop()).toBe(0);
  });
});
