import { useEffect, useState } from 'react';
import { affiliateCheck } from '../../../shared/api/register/calls.ts';
import { call } from '../../page/call.ts';

/** Result of the check of the address's invitation code. */
export interface AffiliateOfAddress {
  readonly code: string;
  /** `none`: the address has none. The field is shown unless the code is `good`. */
  readonly state: 'none' | 'checking' | 'good' | 'bad';
}

/** Checks the address's invitation code when the registration opens. */
export function useAffiliateOfAddress(code: string): AffiliateOfAddress {
  const [state, setState] = useState<AffiliateOfAddress['state']>(code === '' ? 'none' : 'checking');
  useEffect(() => {
    if (code === '') return;
    let left = false;
    void checkAffiliate(code).then((answer) => left || setState(answer.success ? 'good' : 'bad'));
    return () => {
      left = true;
    };
  }, [code]);
  return { code, state };
}

/** Returns `affiliate_invalid` for a code that is not valid on this site. */
export function checkAffiliate(code: string) {
  return call(affiliateCheck, { query: { code, domain: location.host } });
}
