import type { Translate } from '../../../shared/i18n/translate.ts';
import { entryHref } from '../../page/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface MembersOnlyProps {
  readonly t: Translate;
  /** Address to continue at after the login. */
  readonly next: string;
}

/** In place of a list of games that the platform shows to members only. */
export function MembersOnly({ t, next }: MembersOnlyProps) {
  return (
    <EmptyState icon="log-in" title={t('games.membersOnly')}>
      <ButtonLink variant="primary" href={entryHref('login', next)} data-modal="login">
        {t('lobby.login')}
      </ButtonLink>
    </EmptyState>
  );
}
