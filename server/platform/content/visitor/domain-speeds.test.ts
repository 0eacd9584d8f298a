import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { domainRoute } from '../../../../shared/api/system/calls.ts';
import { isPublicAddress, publicLookup } from '../../../net/public-address.ts';
import { listenLocally } from '../../../net/test-server.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { createDomainSpeeds } from './domain-speeds.ts';

let test: TestPlatform;
let site: Server;
let url = '';
let status = 302;
let requestedDomains: string[] = [];
let atOnce = 0;
let max = 0;
beforeAll(async () => {
  test = await openTestPlatform({ privateDomains: true });
  site = createServer((request, response) => {
    requestedDomains.push(`${request.method} ${request.url}`);
    max = Math.max(max, ++atOnce);
    setTimeout(() => {
      atOnce -= 1;
      response.writeHead(status, { location: '/elsewhere' }).end();
    }, 5);
  });
  url = await listenLocally(site);
});
afterAll(async () => {
  await test.close();
  site.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const routes = async () => (await test.call(domainRoute)).body.value.domainList;
async function configure(domains: string[]): Promise<void> {
  const { settings } = await readMerchant(test.db, test.merchant);
  await saveSettings(test.db, test.merchant, { ...settings, domains });
}

describe('domain routes', () => {
  it('are the configured domains with their last response time after a measurement', async () => {
    expect(await routes()).toEqual([]);
    const [quick, other, dead] = [url, url.replace('127.0.0.1', 'localhost'), 'http://127.0.0.1:9'];
    await configure([quick, other, dead]);
    expect(await routes()).toEqual([quick, other, dead].map((domain) => ({ url: domain, speed: null })));
    await test.platform.runJob('domain speeds');
    expect(await routes()).toEqual([
      { url: quick, speed: expect.any(Number) },
      { url: other, speed: expect.any(Number) },
      { url: dead, speed: null },
    ]);
    // One request per domain, one after the other, without following redirects.
    expect([requestedDomains, max]).toEqual([['HEAD /', 'HEAD /'], 1]);
    status = 503;
    await test.platform.runJob('domain speeds');
    expect((await routes()).map((route: { speed: number | null }) => route.speed)).toEqual([null, null, null]);
  });

  it('on this machine and in private networks are measured in tests only', async () => {
    status = 200;
    requestedDomains = [];
    await configure([url, url.replace('127.0.0.1', 'localhost'), url.replace('127.0.0.1', '[::1]')]);
    const strict = createDomainSpeeds({ db: test.db, merchant: test.merchant, privateDomains: false });
    await strict.measure();
    expect((await strict.list()).map(({ speed }) => speed)).toEqual([null, null, null]);
    expect(requestedDomains).toEqual([]);
  });
});

describe('a public address', () => {
  it.each(['8.8.8.8', '100.63.255.255', '172.32.0.1', '2606:4700::1111'])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.31.255.255',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::1',
      '::',
      '::ffff:10.0.0.1',
      '::ffff:8.8.8.8',
      'fd00::1',
      'fe80::1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001:db8::1',
      'localhost',
      '',
    ],
  ])('is not %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('is what a name must have to be connected to', async () => {
    const error = await new Promise((resolve) => publicLookup('localhost', {}, resolve));
    expect(String(error)).toContain('no public host');
  });
});
