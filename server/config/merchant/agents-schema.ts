import * as v from 'valibot';
import { AGENT_TYPES, MEMBER_TYPE } from '../../../shared/constants.ts';
import { parseRate } from '../../../shared/rules/rate.ts';

const described = <T extends v.GenericSchema>(schema: T, text: string) => v.pipe(schema, v.description(text));
const name = v.pipe(v.string(), v.trim(), v.nonEmpty('a user name'), v.maxLength(32));

/** The first agents of a merchant, the uplines before those below. */
export const agentsSchema = v.pipe(
  v.array(
    v.strictObject({
      account: described(name, 'User name.'),
      type: described(
        v.optional(v.picklist(AGENT_TYPES, `one of ${AGENT_TYPES.join(', ')}`), MEMBER_TYPE.agent),
        'Type of the agent, as a number: 1 agent, 2 master agent, 41 senior agent, 42 top agent.',
      ),
      rebate: described(
        v.optional(
          v.pipe(
            v.string(),
            v.check((text) => parseRate(text) !== undefined, 'a percentage such as "0.5"'),
          ),
          '0',
        ),
        'Rebate rate in percent, at most that of the agent above.',
      ),
      upline: described(v.exactOptional(name), 'User name of the agent above, earlier in the list.'),
      code: described(
        v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{4,16}$/, '4 to 16 letters and digits'))),
        'Invitation code.',
      ),
      passwordVariable: described(
        v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{2,63}$/, 'the name of a variable of the environment')),
        'Variable of the environment with the first password, which must be changed at the first login. Needed until the account exists; without it the start adds no account.',
      ),
    }),
  ),
  v.maxLength(100),
);
export type AgentsOfFile = v.InferOutput<typeof agentsSchema>;
