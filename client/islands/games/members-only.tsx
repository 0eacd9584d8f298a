import type { Translate } from '../../../shared/i18n/translate.ts';
import { entryHref } from '../../page/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface MembersOnlyProps {
  readonly t: Translate;
  /** Keys of the sentence and of the link, from texts that its place has loaded. */
  readonly keys?: { readonly title: string; readonly login: string };
  /** Address to continue at after the login. */
  readonly next: string;
}

const KEYS = { title: 'games.membersOnly', login: 'lobby.login' };

/** In place of a list of games that the platform shows to members only. */
export function MembersOnly({ t, keys = KEYS, next }: MembersOnlyProps) {
  return (
    <EmptyState icon="log-in" title={t(keys.title)}>
      <ButtonLink variant="primary" href={entryHref('login', next)} data-modal="login">
        {t(keys.login)}
      </ButtonLink>
    </EmptyState>
  );
}
