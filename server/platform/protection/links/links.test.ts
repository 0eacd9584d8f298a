import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { openStage, type Stage } from '../../identity/sign-in/test-stage.ts';
import { sealedContact } from '../../notify/contacts/contacts.ts';
import { writeProfile } from '../../notify/contacts/index.ts';
import { areLinked, birthDate, linkedMembers, mailboxOf, noteIdentity, noteMissingTraits, personName } from './index.ts';
import { TRAIT_KINDS } from './tables.ts';

const HOME = { clientAddress: '203.0.113.7' };
let test: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  test = await openTestDatabase();
});
beforeEach(async () => {
  stage = await openStage(test.db);
});
afterAll(() => test.close());

/** Signs in and returns the browser's new device token. */
async function signIn(memberId: string, deviceToken: string | null, clientAddress = '') {
  const member = await stage.member(memberId);
  const result = await stage.complete({ member, path: 'sms', caller: { clientAddress, deviceToken } });
  if (result.kind !== 'signed-in') throw new Error('a second step is due');
  return result.deviceToken || deviceToken;
}
const linksOf = (memberId: string) => linkedMembers(test.db, memberId, { kinds: TRAIT_KINDS });
const note = (memberId: string) => inTransaction(test.db, (tx) => noteIdentity(tx, stage.secrets, memberId, stage.clock.now()));
const profile = (memberId: string, fields: Record<string, string>) =>
  inTransaction(test.db, (tx) => writeProfile(tx, stage.secrets, memberId, fields));

describe('accounts are linked', () => {
  it('by one browser, across every account that has signed in there', async () => {
    const [one, two, three, other] = [await stage.addMember(), await stage.addMember(), await stage.addMember(), await stage.addMember()];
    const first = await signIn(one.id, null);
    const second = await signIn(two.id, first);
    await signIn(three.id, second);
    await signIn(other.id, null);
    expect(await linksOf(three.id)).toEqual([one.id, two.id].toSorted().map((memberId) => ({ memberId, kinds: ['browser'] })));
    expect(await linksOf(other.id)).toEqual([]);
  });

  it('by one network, as a separate kind', async () => {
    const [one, two] = [await stage.addMember(), await stage.addMember()];
    await signIn(one.id, null, HOME.clientAddress);
    await signIn(two.id, null, HOME.clientAddress);
    expect(await linksOf(one.id)).toEqual([{ memberId: two.id, kinds: ['network'] }]);
    expect(await areLinked(test.db, one.id, two.id, { kinds: ['browser', 'payout'] })).toBe(false);
    stage.clock.advance(1_000);
    expect(await areLinked(test.db, one.id, two.id, { kinds: ['network'], since: stage.clock.now() })).toBe(false);
  });

  it('by one mailbox, once both have verified it', async () => {
    const [one, two] = [await stage.addMember(), await stage.addMember()];
    await stage.verifyContact(one, 'email', 'sea.gull@gmail.com');
    const typed = sealedContact(stage.secrets, 'email', 'seagull+two@googlemail.com');
    await test.db.updateTable('member').set({ email: typed.sealed, email_key: typed.key }).where('id', '=', two.id).execute();
    for (const { id } of [one, two]) await note(id);
    expect(await linksOf(one.id)).toEqual([]);
    await stage.verifyContact(two, 'email', 'seagull+two@googlemail.com');
    await note(two.id);
    expect(await linksOf(one.id)).toEqual([{ memberId: two.id, kinds: ['contact'] }]);
  });

  it('by name with birth date, not by either alone', async () => {
    const [one, two, three] = [await stage.addMember(), await stage.addMember(), await stage.addMember()];
    await profile(one.id, { payeeName: 'Zoë Ångström-Lý', birthday: '1990-04-30' });
    await profile(two.id, { payeeName: 'LY  ANGSTROM ZOE', birthday: '04-30-1990' });
    await profile(three.id, { payeeName: 'Zoe Angstrom Ly', birthday: '1990-05-01' });
    for (const { id } of [one, two, three]) await note(id);
    expect(await linksOf(one.id)).toEqual([{ memberId: two.id, kinds: ['person'] }]);
  });

  it('by former data of an account', async () => {
    const [one, two] = [await stage.addMember(), await stage.addMember()];
    await profile(one.id, { idNumber: 'AB-123 456' });
    await note(one.id);
    await profile(one.id, {});
    await profile(two.id, { idNumber: 'ab123456' });
    await note(two.id);
    expect(await linksOf(two.id)).toEqual([{ memberId: one.id, kinds: ['person'] }]);
  });
});

it('notes the traits of members of an older version', async () => {
  const [one, two] = [await stage.addMember(), await stage.addMember()];
  for (const { id } of [one, two]) await profile(id, { idNumber: `OLD${one.id}` });
  await noteMissingTraits({ db: test.db, clock: stage.clock, secrets: stage.secrets });
  expect(await linksOf(one.id)).toEqual([{ memberId: two.id, kinds: ['person'] }]);
});

it('stores nothing readable', async () => {
  const member = await stage.addMember();
  await profile(member.id, { payeeName: 'Canary Jones', birthday: '1990-04-30', idNumber: 'CANARY77' });
  await note(member.id);
  const rows = JSON.stringify(await test.db.selectFrom('member_trait').selectAll().where('member_id', '=', member.id).execute());
  expect(rows).not.toMatch(/canary|1990/i);
});

it('normalises mailboxes', () => {
  expect(mailboxOf('Sea.Gull+Lagoon@GoogleMail.com')).toBe('seagull@gmail.com');
  // Other providers distinguish dots.
  expect(mailboxOf('sea.gull+a+b@example.com')).toBe('sea.gull@example.com');
  expect(mailboxOf('+gull@example.com')).toBe('+gull@example.com');
});

it('normalises names and dates', () => {
  expect(personName("  O'Neil,  Zoë-Ann ")).toBe('ann oneil zoe');
  expect(personName('Nguyễn Văn Đức')).toBe(personName('NGUYEN VAN DUC'));
  expect(personName('สมชาย ใจดี')).not.toBe(personName('สมชาย ใจด'));
  expect([birthDate('1990-04-30'), birthDate('04-30-1990'), birthDate('30.4.90')]).toEqual(['1990-04-30', '1990-04-30', undefined]);
});
