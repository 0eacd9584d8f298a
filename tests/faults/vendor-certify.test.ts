import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestVendor } from '../../server/tools/certify/test-vendor.ts';
import { type OwnMerchant, openOwnMerchant } from '../kit/own-merchant.ts';
import type { Credentials } from '../kit/player.ts';
import { runProgram } from '../kit/program.ts';
import { freePort, killRunning } from '../kit/service.ts';

/** The commands of docs/vendors/seamless-wallet.md, on a merchant with the provider of docs/vendors/connect.md. */
const KEY = 'the-key-that-acme-games-and-the-site-share';
const documented = (name: string, language: string) =>
  [...readFileSync(join('docs/vendors', name), 'utf8').matchAll(/```(\w+)\n(.*?)```/gs)]
    .filter(([, kind]) => kind === language)
    .map(([, , text = '']) => text);

interface VendorsOfFile {
  readonly providers: readonly [Readonly<Record<string, unknown>>];
}

let merchant: OwnMerchant;
let member: Credentials;
beforeAll(async () => {
  const { vendors } = JSON.parse(documented('connect.md', 'json')[0] ?? '') as { vendors: VendorsOfFile };
  // The tests call from this machine.
  const { addresses, ...provider } = vendors.providers[0];
  expect(addresses).toEqual(['198.51.100.0/24']);
  merchant = await openOwnMerchant({ file: { vendors: { ...vendors, providers: [provider] } }, env: { ACME_KEY: KEY } });
  member = (await merchant.member('certified', '500')).credentials;
});
afterAll(async () => {
  await merchant?.close();
  await killRunning();
});

/** Arguments of a documented command, with addresses and names of the test. */
function command(side: string): readonly string[] {
  const text = documented('seamless-wallet.md', 'sh')
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .find((line) => line.includes(`vendor:certify -- ${side} `));
  const [, args = ''] = text?.split(' -- ') ?? [];
  return args.trim().replaceAll('https://SITE', merchant.service.url).replaceAll('MEMBER', member.username).split(/\s+/);
}
const certify = async (args: readonly string[]) =>
  runProgram('vendor-certify', merchant.service.dataDir, { args, env: { ACME_KEY: KEY, PASSWORD: member.password } });

describe('the certificate', () => {
  it('is passed by the platform of a merchant with a file, under one session of a member', async () => {
    const { code, output } = await certify(command('platform'));
    expect(output).toMatch(/\n\d+ passed, 0 failed, 5 left out\n$/);
    expect(output.match(/has no permission `slips`/g)).toHaveLength(3);
    expect(output).toMatch(/maximum-stake +left out/);
    expect(code, output).toBe(0);
  });

  it('says which field of the launch address is missing, and that a key is wrong', async () => {
    const only = ['--only', 'bet-duplicate'];
    const other = await certify([...command('platform'), '--ticket-field', 'ticket', ...only]);
    expect(other.output).toContain('the launch address has no field ticket: name it with --ticket-field');
    expect(other.code).toBe(1);
    const wrongKey = await runProgram('vendor-certify', merchant.service.dataDir, {
      args: [...command('platform'), ...only],
      env: { ACME_KEY: `${KEY}x`, PASSWORD: member.password },
    });
    expect(wrongKey.output).toContain('authenticate answered BAD_SIGNATURE');
    expect(wrongKey.code).toBe(1);
  });

  it('runs a vendor with the documented command', async () => {
    const port = String(await freePort());
    const connection = { url: `http://127.0.0.1:${port}`, provider: 'ACME', secret: KEY, gameId: 'ACME_WHEEL' };
    const vendor = await startTestVendor(() => connection);
    const args = command('vendor').map((word) => (word === 'https://games.example' ? vendor.url : word));
    const { code, output } = await certify([
      ...args,
      '--listen',
      port,
      '--currency',
      'USD',
      '--bet',
      '{}',
      '--wait',
      '20',
      '--only',
      'round,form,bet-lost',
    ]);
    await vendor.close();
    expect(output).toContain('3 passed, 0 failed, 0 left out');
    expect(code, output).toBe(0);
  });
});
