import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walletBalance } from '../../shared/api/balance/calls.ts';
import { accepted, DEMO } from '../kit/player.ts';
import { openPortal, type QaPortal } from '../kit/portal.ts';
import type { RecordingFile } from '../kit/recording/format.ts';
import { createMasker } from '../kit/recording/mask.ts';
import { type Recorder, startRecorder } from '../kit/recording/recorder.ts';
import { recorded } from '../kit/recording/replay.ts';

const PAGES = ['/index', '/rng', '/member/profile', '/member/depositv2'];

describe('a recording', () => {
  let source: QaPortal;
  let recorder: Recorder;
  let file: RecordingFile;
  const secrets: string[] = [];
  const opened: QaPortal[] = [];
  const replaying = async (...of: Parameters<typeof recorded>) => {
    const portal = await openPortal({ upstream: recorded(...of) });
    opened.push(portal);
    return portal;
  };

  beforeAll(async () => {
    source = await openPortal();
    recorder = await startRecorder({ upstream: source.platform.url });
    const portal = await openPortal({ upstream: recorder.url });
    opened.push(portal);
    const member = await portal.as.member();
    for (const path of PAGES) expect([path, (await member.get(path)).status]).toEqual([path, 200]);
    expect((await member.call(walletBalance)).success).toBe(true);
    // Proves that there is data to mask: the recorded page shows it.
    expect((await member.get('/member/profile')).text).toContain(DEMO.member.username);
    file = recorder.file();
    for (const { id, account } of await source.platform.db.selectFrom('member').select(['id', 'account']).execute())
      secrets.push(id, account);
    secrets.push(DEMO.member.password, '570156', '491570', 'demo01@', 'Lagoon-demo');
  });
  afterAll(async () => {
    await Promise.all(opened.map((portal) => portal.close()));
    await recorder.close();
    await source.close();
  });

  it('has the calls of the table, in a fixed order, and no personal data', () => {
    const keys = file.entries.map(({ method, path, query, bodyHash }) => `${method} ${path}?${query}#${bodyHash}`);
    expect(keys.length).toBeGreaterThan(10);
    expect(keys).toEqual([...keys].sort());
    expect(recorder.file()).toEqual(file);
    const text = JSON.stringify(file);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    // Tokens and hashes: long words that no person would write.
    const words = new Set(text.match(/[A-Za-z0-9_-]{32,}/g));
    const keysOf = JSON.stringify(file.entries.find(({ call }) => call === 'session.keys'));
    expect([...words].filter((word) => !keysOf.includes(word) && !/^(?:[A-Z0-9]+_)+[A-Z0-9]+$/.test(word))).toEqual([]);
  });

  it('replays the same pages for a member without a platform', async () => {
    const portal = await replaying(file);
    const member = await portal.as.account({ username: 'any-name', password: 'anything' });
    for (const path of PAGES) expect([path, (await member.get(path)).status]).toEqual([path, 200]);
    expect(accepted(await member.call(walletBalance)).currency).toMatch(/^masked-\d+$/);
    expect(portal.replay.missing).toEqual([]);
  });

  it('reports requests without a recording, and tolerates the configured differences', async () => {
    const strict = await replaying(file);
    const path = '/wps/system/status?url=other';
    const unrecorded = await fetch(strict.replay.url + path);
    expect([unrecorded.status, ((await unrecorded.json()) as { message: string }).message]).toEqual([
      599,
      `not recorded: GET ${path}, only with another query or body`,
    ]);
    expect(strict.replay.missing).toEqual([`GET ${path}`]);
    const lenient = await replaying(file, { query: ['system.status'] });
    expect((await fetch(lenient.replay.url + path)).status).toBe(200);
    expect((await fetch(`${lenient.replay.url}/wps/nothing`)).status).toBe(599);
  });
});

describe('the mask', () => {
  const CANARIES = [
    'ey.a.token',
    'canary@example.org',
    '+61491570156',
    'Zoë Canary',
    'mbr_82734',
    '1979-04-05',
    'https://c.example/canary',
  ];
  const schema = v.object({
    kind: v.picklist(['open', 'done']),
    texts: v.array(v.string()),
    total: v.number(),
    phone: v.number(),
    amount: v.string(),
    ok: v.optional(v.boolean()),
    detail: v.nullable(v.variant('is', [v.object({ is: v.literal('a'), name: v.string() }), v.object({ is: v.literal('b') })])),
  });
  const value = {
    kind: 'done',
    texts: [...CANARIES, CANARIES[0]],
    total: 31,
    phone: 61491570156,
    amount: '-1234.5600',
    ok: true,
    detail: { is: 'a', name: 'Zoë Canary', more: 'ey.a.token' },
    secretField: 'ey.a.token',
    list: [{ name: 'Zoë Canary' }],
  };

  it('keeps impersonal values, hides the rest, and gives the same text the same mask', () => {
    const masker = createMasker(new Date());
    const clean = masker.personal(schema, value) as typeof value;
    const text = JSON.stringify(clean);
    expect(CANARIES.filter((canary) => text.includes(canary))).toEqual([]);
    expect(text).not.toContain('61491570156');
    expect(clean).toMatchObject({ kind: 'done', total: 31, phone: 1, amount: '-1.0000', ok: true, detail: { is: 'a' } });
    expect(clean.texts.at(-1)).toBe(clean.texts[0]);
    expect(clean.detail.name).toBe(clean.texts[3]);
    expect([Object.keys(clean).includes('secretField'), masker.leftOut]).toEqual([false, 3]);
  });

  it('of a public call shows what the schema names, and nothing else', () => {
    const masker = createMasker(new Date());
    expect(
      masker.publicValue(v.object({ name: v.string(), at: v.string() }), { name: 'Reef', at: '2026-01-01T00:00:00Z', token: 'ey' }),
    ).toEqual({
      name: 'Reef',
      at: '2026-01-01T00:00:00Z',
    });
  });
});
