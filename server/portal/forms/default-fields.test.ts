import { describe, expect, it } from 'vitest';
import { memberRegister } from '../../../shared/api/register/contract.ts';
import { freePlayLogin, loginCode, sessionLogin } from '../../../shared/api/sign-in/contract.ts';
import { withDefaultFields } from './default-fields.ts';

const SITE = 'https://play.example:8443';

describe('fields that a form without script omits', () => {
  it('sends number and code of a sign-in as user name and password', () => {
    const values = { type: 'sms', mobileNum: '812345678', countryDialingCode: '66', verificationCode: '123456' };
    expect(withDefaultFields(sessionLogin, values, { type: 'sms' }, SITE)).toEqual({
      type: 'sms',
      username: '812345678',
      password: '123456',
    });
  });

  it('leaves a user name and a password unchanged', () => {
    const values = { mobileNum: '812345678', verificationCode: '123456' };
    const body = { username: 'ann', password: 'pass word' };
    expect(withDefaultFields(sessionLogin, values, body, SITE)).toEqual(body);
  });

  it('describes the browser of a free play, with another random text each time', () => {
    const [first, second] = [withDefaultFields(freePlayLogin, {}, {}, SITE), withDefaultFields(freePlayLogin, {}, {}, SITE)];
    expect(first).toMatchObject({ platform: 'W', gatewayVersion: 3, random: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(first.random).not.toBe(second.random);
  });

  it('adds the address of a registration', () => {
    expect(withDefaultFields(memberRegister, {}, { username: 'ann' }, SITE)).toEqual({
      username: 'ann',
      domain: 'play.example:8443',
      registerUrl: `${SITE}/register`,
    });
  });

  it('leaves every other call unchanged', () => {
    expect(withDefaultFields(loginCode, { mobileNum: '812345678' }, { username: 'ann' }, SITE)).toEqual({ username: 'ann' });
  });
});
