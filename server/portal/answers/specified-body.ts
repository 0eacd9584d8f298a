import { launchGame } from '../../../shared/api/games/calls.ts';
import { memberRegister, memberRegisterMobile } from '../../../shared/api/register/calls.ts';
import { sessionLogin } from '../../../shared/api/sign-in/calls.ts';
import { LAUNCH_FIELDS, REGISTER_METHOD } from '../../../shared/constants.ts';

/** Facts that the fields of a call need. */
export interface BodyFacts {
  readonly merchant: string;
  /** Wire code. */
  readonly language: string;
  /** Scheme and host of the site; empty if unknown. */
  readonly siteOrigin: string;
  readonly account: string | undefined;
  readonly token: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const registration = ({ siteOrigin }: BodyFacts): Fields => ({
  registerMethod: REGISTER_METHOD,
  login: true,
  ...(siteOrigin !== '' && { domain: new URL(siteOrigin).host, registerUrl: `${siteOrigin}/register` }),
});

/** Fields of the specification that a browser leaves out, because the platform of this product knows them. */
const FIELDS: Readonly<Record<string, (facts: BodyFacts) => Fields>> = {
  [sessionLogin.id]: () => ({ type: 'username' }),
  [memberRegister.id]: registration,
  [memberRegisterMobile.id]: registration,
  [launchGame.id]: ({ merchant, language, account, token }) => ({
    ...LAUNCH_FIELDS,
    ...(account !== undefined && { username: account }),
    ...(token !== undefined && { token }),
    merchantCode: merchant,
    language,
  }),
};

/** The body with the fields of the specification; given ones win. Undefined if there is nothing to add. */
export function specifiedBody(callId: string, body: Fields, facts: BodyFacts): Fields | undefined {
  const fields = FIELDS[callId]?.(facts);
  return fields && { ...fields, ...body };
}
