import { REFERRAL_PART } from '../../../shared/api/referral/constants.ts';
import { problem, type Rule } from './rule.ts';

/** Rewards for invitations are a small part of what the friend does for them. */
export const referralRule: Rule = {
  needs: ['settings.referral', 'upstreams'],
  find: ({ file: { upstreams }, settings: { referral } }) =>
    upstreams
      ? []
      : referral.stages.flatMap(({ stage, deposits, stake, referrer, friend }, index) => {
          const at = `settings.referral.stages[${index}]`;
          const max = Math.floor((stage === 'deposited' ? deposits : stake) / REFERRAL_PART);
          return [
            referrer + friend > max &&
              problem(`${at}.referrer`, referrer, `at most ${max} together with \`friend\`, a tenth of what the stage needs`),
          ];
        }),
};
