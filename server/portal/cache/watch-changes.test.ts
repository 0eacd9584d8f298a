import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { STATUS, succeed, WHITELABEL } from '../testing/tiny-upstream.ts';

let under: TestPortal;
afterEach(() => under.close());

const page = async () => (await fetch(`${under.url}/index`)).status;
const whitelabel = async () =>
  ((await (await fetch(`${under.url}/wps/system/whitelabel`)).json()) as { value: { brandName: string } }).value.brandName;
/** A change that operators made on a node of the platform. */
function change(version: string, maintenance = true): void {
  under.upstream.on('system.status', succeed({ ...STATUS, maintenance }));
  under.upstream.on('system.whitelabel', succeed({ ...WHITELABEL, brandName: 'Changed', contentVersion: version }));
}
/** Waits for this many further polls that bypass the caches. */
async function waitForPolls(count: number): Promise<void> {
  const pollCount = () =>
    under.upstream.received.filter(({ url, headers }) => /whitelabel/.test(url) && headers['x-request-id'] === 'portal').length;
  const wanted = pollCount() + count;
  while (pollCount() < wanted) await pause(10);
}

describe('a portal that watches for changes', () => {
  it('sends nothing from before a change, even if it would still be fresh', async () => {
    under = await startTestPortal({ watchMs: 20 });
    expect([await page(), await whitelabel()]).toEqual([200, WHITELABEL.brandName]);
    await waitForPolls(2);
    change('2');
    await waitForPolls(2);
    expect(await page()).toBe(503);
    change('3', false);
    await waitForPolls(2);
    expect([await page(), await whitelabel()]).toEqual([200, 'Changed']);
  });

  it('keeps its caches while the version is unchanged and while the platform does not answer', async () => {
    under = await startTestPortal({ watchMs: 20 });
    await Promise.all([page(), whitelabel()]);
    await waitForPolls(2);
    change(WHITELABEL.contentVersion);
    await waitForPolls(2);
    expect([await page(), await whitelabel()]).toEqual([200, WHITELABEL.brandName]);
    under.upstream.on('system.whitelabel', (_request, response) => void response.destroy());
    await waitForPolls(2);
    expect(await whitelabel()).toBe(WHITELABEL.brandName);
  });
});
