import { PATHS } from '../../page/paths.ts';
import { sessionEnded } from '../../page/session-ended.ts';
import { useAtom } from '../../page/use-atom.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './header-bar.module.css';
import { HeaderSignIn } from './header-sign-in.tsx';
import type { HeaderBarProps } from './props.ts';

const loadMemberBar = async () => (await import('./member-bar.tsx')).MemberBar;
let MemberBar = import.meta.env.SSR ? await loadMemberBar() : undefined;

/** Visitor part of the header: log in and register, or balance and account. */
export default function HeaderBar(props: HeaderBarProps & IslandContext) {
  const { member, balance, here, t } = props;
  const ended = useAtom(sessionEnded, false);
  if (member && MemberBar && !ended) return <MemberBar {...props} member={member} />;
  const next = encodeURIComponent(here);
  return (
    <div className={styles.bar} data-resting={balance?.resting ? '' : undefined}>
      <HeaderSignIn t={t} here={here} />
      <ButtonLink className={styles.dialogLink} variant="ghost" href={`${PATHS.login}?next=${next}`} data-modal="login">
        {t('header.login')}
      </ButtonLink>
      <ButtonLink variant="primary" href={`${PATHS.register}?next=${next}`} data-modal="register">
        {t('header.join')}
      </ButtonLink>
    </div>
  );
}

HeaderBar.prepare = async ({ member }: HeaderBarProps) => {
  if (member) MemberBar ??= await loadMemberBar();
};
