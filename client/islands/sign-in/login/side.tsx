import type { Translate } from '../../../../shared/i18n/translate.ts';
import { sideOf } from '../../../../shared/rules/sign-in-side.ts';
import { ButtonLink } from '../../../ui/button.tsx';

/** The side, for forms without script. */
export function SideField({ next }: { readonly next: string | null }) {
  const { side } = sideOf(next);
  return side ? <input type="hidden" name="side" value={side} /> : null;
}

/** The agent side refuses a member: the way to become an agent. */
export function BecomeAgent({ t, code }: { readonly t: Translate; readonly code: string }) {
  return code === 'not_agent' ? (
    <ButtonLink wide icon="user-plus" href="/join">
      {t('header.becomeAgent')}
    </ButtonLink>
  ) : null;
}
