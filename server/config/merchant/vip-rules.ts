import { GIFT_PART } from '../../../shared/api/vip/constants.ts';
import { feeOf, levelWithdrawals, unitsOf, type WithdrawalRules } from '../../platform/merchant/index.ts';
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

/** The rules do not know their currency: in cents a fee is at least what it is in any. */
const ANY_CURRENCY = '';

const hasFee = ({ feeFixed, feeBasisPoints }: WithdrawalRules) => feeBasisPoints > 0 || unitsOf(feeFixed) > 0n;

/** On each level something of the smallest withdrawal is left, and a higher level has nothing worse than a lower one. */
export const withdrawalLevelRule: Rule = {
  needs: ['settings.vipLevels', 'settings.withdrawals', 'upstreams'],
  find: ({ file: { upstreams }, settings }) => {
    if (upstreams) return [];
    const levels = settings.vipLevels.map((_level, index) => levelWithdrawals(settings, index + 1));
    return levels.flatMap(({ rules, freePerMonth }, index) => {
      const at = `settings.vipLevels[${index}]`;
      const { min, max, maxPerDay, feeFixed, feeBasisPoints } = rules;
      const fee = { fixed: feeFixed, basisPoints: feeBasisPoints };
      const below = levels[index - 1];
      const isWorse = below && (unitsOf(feeFixed) > unitsOf(below.rules.feeFixed) || feeBasisPoints > below.rules.feeBasisPoints);
      const [least, leastPerDay] = [below?.rules.max ?? min, below?.rules.maxPerDay ?? min];
      return [
        unitsOf(min) <= feeOf(rules, unitsOf(min), ANY_CURRENCY) &&
          problem(`${at}.withdrawalFee`, fee, `a fee below the smallest withdrawal, ${min}`),
        isWorse && problem(`${at}.withdrawalFee`, fee, 'at most that of the level below, in both parts'),
        hasFee(rules) &&
          below &&
          freePerMonth < below.freePerMonth &&
          problem(`${at}.freeWithdrawals`, freePerMonth, 'at least those of the level below'),
        unitsOf(max) < unitsOf(least) && problem(`${at}.withdrawalMax`, max, `at least ${least}`),
        unitsOf(maxPerDay) < unitsOf(leastPerDay) && problem(`${at}.withdrawalMaxPerDay`, maxPerDay, `at least ${leastPerDay}`),
        unitsOf(max) > unitsOf(maxPerDay) && problem(`${at}.withdrawalMax`, max, `at most withdrawalMaxPerDay, ${maxPerDay}`),
      ];
    });
  },
};
