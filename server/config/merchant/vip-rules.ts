import { GIFT_PART } from '../../../shared/api/vip/constants.ts';
import { problem, type Rule } from './rule.ts';

/** Gifts are a small part of the stake that reaches their level, and members can enter the birth date that a birthday gift needs. */
export const giftRule: Rule = {
  needs: ['settings.vipLevels', 'settings.profile', 'settings.registration', 'upstreams'],
  find: ({ file: { upstreams }, settings: { vipLevels, profile, registration } }) => {
    if (upstreams) return [];
    const isBirthDateKnown = profile.fields.includes('birthday') || registration.fields.birthday?.enabled === true;
    return vipLevels.flatMap(({ stake, upgradeGift, birthdayGift }, index) => {
      const at = `settings.vipLevels[${index}]`;
      const max = Math.floor(stake / GIFT_PART);
      const wanted = `at most ${max}, a tenth of the stake that reaches the level`;
      return [
        upgradeGift > max && problem(`${at}.upgradeGift`, upgradeGift, wanted),
        birthdayGift > max && problem(`${at}.birthdayGift`, birthdayGift, wanted),
        birthdayGift > 0 &&
          !isBirthDateKnown &&
          problem(`${at}.birthdayGift`, birthdayGift, '0, or `birthday` in settings.profile.fields or settings.registration.fields'),
      ];
    });
  },
};
