import { MISSION_PART } from '../../../shared/api/missions/constants.ts';
import { problem, type Rule } from './rule.ts';

/** Rewards of missions can be received, and an amount is a small part of the stake that it needs. */
export const missionRule: Rule = {
  needs: ['settings.missions', 'settings.features', 'upstreams'],
  find: ({ file: { upstreams }, settings: { missions, features } }) => {
    if (upstreams) return [];
    const prizes = missions.boards.flatMap(({ prizes }, board) =>
      prizes.map(
        ({ points }, index) =>
          points > 0 &&
          features.points !== true &&
          problem(
            `settings.missions.boards[${board}].prizes[${index}].points`,
            points,
            'an `amount` instead, or settings.features.points true',
          ),
      ),
    );
    const rewards = missions.list.flatMap(({ goal, target, points, amount }, index) => {
      const at = `settings.missions.list[${index}]`;
      const most = Math.floor(target / MISSION_PART);
      return [
        points > 0 && features.points !== true && problem(`${at}.points`, points, 'an `amount` instead, or settings.features.points true'),
        amount > 0 && goal !== 'stake' && problem(`${at}.amount`, amount, '`points` instead: an amount needs the goal `stake`'),
        amount > most && goal === 'stake' && problem(`${at}.amount`, amount, `at most ${most}, a tenth of the stake`),
      ];
    });
    return [...rewards, ...prizes];
  },
};
