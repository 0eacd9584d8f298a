import { policyOf } from '../../platform/merchant/index.ts';
import { problem, type Rule } from './rule.ts';

/** Bonuses are offered within the ceiling of the policy, from one wallet, and can be wagered. */
export const bonusRule: Rule = {
  needs: ['settings.bonus', 'settings.features', 'settings.transfers', 'settings.protection', 'settings.currency', 'upstreams'],
  find: ({ file: { upstreams }, settings: { bonus, features, transfers, protection, currency } }) => {
    if (upstreams) return [];
    const max = policyOf(protection, currency).maxWagering;
    const isOn = features.bonus === true;
    return [
      isOn && !transfers.isSingle && problem('settings.features.bonus', true, 'false, or settings.transfers.isSingle true'),
      isOn &&
        Object.values(bonus.weights).every((weight) => weight === 0) &&
        problem('settings.bonus.weights', bonus.weights, 'a category with more than 0: no game would count'),
      ...bonus.deposits.map(
        ({ wagering }, index) =>
          max !== null &&
          wagering > max &&
          problem(`settings.bonus.deposits[${index}].wagering`, wagering, `at most ${max}, the ceiling of ${protection.jurisdiction}`),
      ),
      bonus.deposits.length > 0 &&
        !isOn &&
        problem('settings.bonus.deposits', bonus.deposits.length, 'empty, or settings.features.bonus true'),
    ];
  },
};
