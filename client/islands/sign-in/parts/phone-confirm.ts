import type { Envelope } from '../../../../shared/api/envelope.ts';
import { phoneConfirm } from '../../../../shared/api/verification/calls.ts';
import type { SentCode } from '../../../../shared/api/verification/schemas.ts';
import { call } from '../../../page/call.ts';

/** What the call that needs a proven number contains: the token of the phone service, or nothing: then it contains the code. */
export interface PhoneToken {
  readonly firebaseChannel: string;
  readonly firebaseIdToken: string;
}

interface Entered {
  readonly mobileNum?: string;
  readonly countryDialingCode?: string;
  readonly verificationCode?: string;
}

type Refused = Extract<Envelope<never>, { readonly success: false }>;

/** The proof of the number of one form: it knows who has sent the last code. */
export interface NumberProof {
  /** Notes the answer of a sending. */
  sent(answer: Envelope<SentCode> | null): void;
  /** Exchanges the code of a phone service for its token, once for each code; undefined for a code of the platform. */
  tokenFor(entered: Entered): Promise<PhoneToken | Refused | undefined>;
}

export function createNumberProof(purpose: 'register' | 'login' | 'reset'): NumberProof {
  let isPhoneService = false;
  let last: { readonly key: string; readonly token: PhoneToken } | undefined;
  return {
    sent(answer) {
      if (!answer?.success) return;
      isPhoneService = answer.value.channel === 'firebase';
      last = undefined;
    },
    async tokenFor({ mobileNum = '', countryDialingCode = '', verificationCode = '' }) {
      if (!isPhoneService || verificationCode === '') return undefined;
      const key = JSON.stringify([mobileNum, countryDialingCode, verificationCode]);
      if (last?.key === key) return last.token;
      const answer = await call(phoneConfirm, { body: { mobileNum, countryDialingCode, purpose, verificationCode } });
      if (!answer.success) return answer;
      last = { key, token: answer.value };
      return answer.value;
    },
  };
}

export function isRefused(proof: PhoneToken | Refused | undefined): proof is Refused {
  return proof !== undefined && 'success' in proof;
}
