import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberInfo } from '../../../../shared/api/accounts/calls.ts';
import {
  memberIcons,
  playerAvatar,
  profileAppearance,
  profileAvatar,
  profileGet,
  profileUpdate,
} from '../../../../shared/api/profile/calls.ts';
import { uploadAvatar, uploadImage } from '../../../../shared/api/uploads/calls.ts';
import { STATIC_AVATARS } from '../../../../shared/avatars.ts';
import { png } from '../../base/uploads/test-pictures.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { addTestMember, eventsOf, openTestSession, type TestMember } from '../sessions/test-member.ts';

let test: TestPlatform;
let member: TestMember;
let token = '';
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));
beforeEach(async () => {
  member = await addTestMember(test);
  token = (await openTestSession(test, member)).token;
});

const update = async (body: Record<string, string>) => (await test.call(profileUpdate, { token, body })).body;
const profile = async () => (await test.call(profileGet, { token })).body.value;
const fieldOf = async (name: string) => (await profile()).fields.find((field: { name: string }) => field.name === name);
const codes = (errors: Record<string, { code: string }>) => Object.entries(errors).map(([name, { code }]) => `${name} ${code}`);

describe('the data of a member', () => {
  it('is stored sealed, changed, removed, and added to the history', async () => {
    await update({ occupation: 'Canary keeper', telegram: 'canary-4711' });
    await update({ occupation: 'Sailor', telegram: '' });
    expect([await fieldOf('occupation'), await fieldOf('telegram')]).toEqual([
      { name: 'occupation', value: 'Sailor', fixed: false, maxLength: 60 },
      { name: 'telegram', value: '', fixed: false, maxLength: 32 },
    ]);
    const row = await test.db.selectFrom('member').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('Sailor');
    await update({ occupation: 'Sailor' });
    expect(await eventsOf(test, member)).toEqual(['profile_changed', 'profile_changed']);
  });

  it('is fixed for a name, a birth date and a document number, which is masked', async () => {
    expect((await update({ payeeName: 'Ann Lee', birthday: '1990-12-31', idNumber: 'CANARY4711' })).success).toBe(true);
    expect(await fieldOf('idNumber')).toEqual({ name: 'idNumber', value: '•••• 4711', fixed: true, maxLength: 24 });
    const again = await update({ payeeName: 'Eve Lee', birthday: '1991-12-31', idNumber: 'OTHER4711', occupation: 'Sailor' });
    expect(codes(again.errors)).toEqual(['payeeName field_fixed', 'birthday field_fixed', 'idNumber field_fixed']);
    expect((await fieldOf('occupation')).value).toBe('');
    // As the page sends it back.
    expect((await update({ payeeName: 'Ann Lee', birthday: '1990-12-31', idNumber: '•••• 4711', occupation: 'Sailor' })).success).toBe(
      true,
    );
  });

  it('is refused with every wrong field at once', async () => {
    const { errors } = await update({ payeeName: '1', birthday: '2020-01-01', whatsapp: 'abc', occupation: 'x' });
    expect(codes(errors)).toEqual([
      'payeeName field_length',
      'birthday field_under_age',
      'occupation field_length',
      'whatsapp field_length',
    ]);
  });

  it('is held to the merchant’s rules of the registration, with the same refusals', async () => {
    const { settings } = await readMerchant(test.db, test.merchant);
    const rule = { enabled: false, required: true, patternId: 4, acceptedPattern: '^[0-9]*$', minLength: 9, maxLength: 9 };
    const fields = { ...settings.registration.fields, payeeName: { ...rule, patternId: 7, acceptedPattern: '^[A-Z]*$' }, idNumber: rule };
    await saveSettings(test.db, test.merchant, { ...settings, registration: { ...settings.registration, fields } });
    const { errors } = await update({ payeeName: 'Ann Lee', idNumber: 'CANARY4711', occupation: '' });
    expect(errors).toMatchObject({
      payeeName: { code: 'field_length_exact', params: { pattern: 7, length: '9' } },
      idNumber: { code: 'field_length_exact', params: { pattern: 4, length: '9' } },
    });
    expect(await fieldOf('idNumber')).toMatchObject({ maxLength: 9 });
    // An empty field is accepted, although the registration requires it.
    expect((await update({ payeeName: '', idNumber: '123456789' })).success).toBe(true);
    await saveSettings(test.db, test.merchant, settings);
  });

  it('is set once, also by two simultaneous requests', async () => {
    const both = await Promise.all([update({ payeeName: 'Ann Lee' }), update({ payeeName: 'Eve Roe' })]);
    expect(both.map(({ success }) => success).toSorted()).toEqual([false, true]);
  });
});

describe('the appearance of a member', () => {
  it('is by nickname, and on the winner board or not', async () => {
    await test.call(profileAppearance, { token, body: { nickname: ' Sea Dog ', showWins: false } });
    expect(await profile()).toMatchObject({ nickname: 'Sea Dog', showWins: false });
    for (const nickname of ['', ' ', '<b>', 'a'.repeat(21), 'a\u202eb', '-a'])
      expect((await test.call(profileAppearance, { token, body: { nickname } })).body.errors.nickname).toBeDefined();
    expect((await profile()).nickname).toBe('Sea Dog');
  });

  it('notifies the member of changes, and needs a confirmed session', async () => {
    const changeAppearance = (more: object) =>
      test.call(profileAppearance, { token, body: { nickname: 'Sea Dog', showWins: false, ...more } });
    const avatar = (name: string) => test.call(profileAvatar, { token, body: { avatarType: 'STATIC', avatar: name } });
    for (const change of [
      () => changeAppearance({}),
      () => changeAppearance({}),
      () => changeAppearance({ showWins: true }),
      () => avatar('anchor'),
      () => avatar('anchor'),
    ])
      expect((await change()).body.success).toBe(true);
    expect(await eventsOf(test, member)).toEqual(['profile_changed', 'profile_changed', 'profile_changed']);
    await test.db.updateTable('member_session').set({ confirmed_at: null }).where('member_id', '=', member.id).execute();
    for (const change of [() => changeAppearance({ nickname: 'Eve' }), () => avatar('crab')])
      expect((await change()).body.code).toBe('confirmation_required');
    expect(await profile()).toMatchObject({ nickname: 'Sea Dog', showWins: true, avatar: 'anchor' });
  });

  it('is by a drawn avatar from the start, or another one', async () => {
    const { value } = (await test.call(playerAvatar, { token })).body;
    expect(STATIC_AVATARS).toContain(value.avatar);
    expect(value.url).toBe(`/avatars/${value.avatar}.svg`);
    const { icons } = (await test.call(memberIcons, { token })).body.value;
    const [icon] = icons.filter(({ avatar }: { avatar: string }) => avatar !== value.avatar);
    await test.call(profileAvatar, { token, body: { avatarType: 'STATIC', avatar: icon.avatar } });
    expect((await test.call(memberInfo, { token })).body.value).toMatchObject({ avatarType: 'STATIC', avatar: icon.avatar });
    expect((await test.call(profileAvatar, { token, body: { avatarType: 'STATIC', avatar: 'none' } })).body.code).toBe('invalid_fields');
  });

  it('can be an uploaded picture, which a new one replaces', async () => {
    const send = async () => (await test.call(uploadImage, { token, query: { purpose: 'avatar' }, raw: await png() })).body.value.id;
    const choose = (body: object) => test.call(profileAvatar, { token, body });
    const [first, second] = [await send(), await send()];
    expect((await choose({ avatarType: 'CUSTOM', avatar: first })).body.value.url).toBe(`${uploadAvatar.path}?id=${first}`);
    expect((await test.call(uploadAvatar, { query: { id: first } })).type).toBe('image/webp');
    await choose({ avatarType: 'CUSTOM', pictures: [second] });
    expect((await test.call(uploadAvatar, { query: { id: first } })).body.code).toBe('upload_not_found');
    await choose({ avatarType: 'STATIC', avatar: 'anchor' });
    expect((await test.call(uploadAvatar, { query: { id: second } })).body.code).toBe('upload_not_found');
    const other = await addTestMember(test);
    const theirs = await test.call(profileAvatar, {
      token: (await openTestSession(test, other)).token,
      body: { avatarType: 'CUSTOM', avatar: await send() },
    });
    expect(theirs.body.code).toBe('upload_not_found');
  });
});
