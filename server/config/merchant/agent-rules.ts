import { checkField } from '../../../shared/rules/check-field.ts';
import { checkNewPassword } from '../../../shared/rules/check-registration.ts';
import { parseRate, rateText } from '../../../shared/rules/rate.ts';
import type { FileAgent } from '../../platform/ops/seed/index.ts';
import { read, type Source } from '../read-value.ts';
import type { AgentsOfFile } from './agents-schema.ts';
import type { Problem } from './paths.ts';
import { problem, type Rule, type RuleInput } from './rule.ts';

type Finding = Problem | false | undefined;
const same = (one: string | undefined, other: string | undefined) => one?.toLowerCase() === other?.toLowerCase();

export const agentRule: Rule = {
  needs: ['agents', 'demo', 'upstreams', 'settings'],
  find: (input) => {
    const { agents, upstreams, demo } = input.file;
    if (!agents) return [];
    if (upstreams || demo) return [problem('agents', agents, 'removed: a remote platform and the demo have their own agents')];
    return agents.flatMap((agent, index) => findingsOf(agent, `agents[${index}]`, agents.slice(0, index), input));
  },
};

function findingsOf(
  { account, rebate, upline, code, passwordVariable }: AgentsOfFile[number],
  at: string,
  earlier: AgentsOfFile,
  { settings, environment }: RuleInput,
): readonly Finding[] {
  const { username, password: passwordRule } = settings.registration.fields;
  const above = upline === undefined ? undefined : earlier.find((one) => same(one.account, upline));
  const ceiling = above ? (parseRate(above.rebate) ?? 0) : settings.agents.rebateCeiling;
  const password = read(environment, passwordVariable);
  return [
    username &&
      checkField({ ...username, required: true }, account) &&
      problem(`${at}.account`, account, 'a user name by the rules of the registration'),
    earlier.some((one) => same(one.account, account)) && problem(`${at}.account`, account, 'the user name of one agent only'),
    upline !== undefined && !above && problem(`${at}.upline`, upline, 'an agent earlier in the list'),
    levelOf(earlier, upline) > settings.agents.depth &&
      problem(`${at}.upline`, upline, `at most ${settings.agents.depth} levels of agents (settings.agents.depth)`),
    (parseRate(rebate) ?? 0) > ceiling && problem(`${at}.rebate`, rebate, `at most ${rateText(ceiling)}, the rate above`),
    code !== undefined && earlier.some((one) => same(one.code, code)) && problem(`${at}.code`, code, 'the code of one agent only'),
    password !== undefined &&
      Object.keys(checkNewPassword(passwordRule, password, password, account)).length > 0 &&
      problem(`${at}.passwordVariable`, passwordVariable, 'a variable with a password by the rules of the registration'),
  ];
}

/** Level of an agent below this one; 1 without an upline. */
function levelOf(earlier: AgentsOfFile, upline: string | undefined): number {
  const above = upline === undefined ? undefined : earlier.find((one) => same(one.account, upline));
  return above ? 1 + levelOf(earlier.slice(0, earlier.indexOf(above)), above.upline) : 1;
}

/** The agents for the platform, with the first passwords that the environment has. */
export function fileAgents(agents: AgentsOfFile | undefined, environment: Source): readonly FileAgent[] {
  return (agents ?? []).map(({ passwordVariable, rebate, ...agent }) => ({
    ...agent,
    rebateBp: parseRate(rebate) ?? 0,
    passwordVariable,
    password: read(environment, passwordVariable),
  }));
}
