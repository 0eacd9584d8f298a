import { Icon } from '../../client/ui/icon.tsx';
import { accountGroups } from '../components/account-groups.ts';
import { Personal } from '../components/island.tsx';
import type { MemberPageName } from '../components/member-entries.ts';
import styles from './account-nav.module.css';
import type { PageContext } from './page-context.ts';
import rail from './side-rail.module.css';

interface AccountNavProps {
  readonly context: PageContext;
  readonly currentPage: MemberPageName;
}

/** Wide screens: the pages of the account instead of the site's side navigation. */
export function AccountRail(props: AccountNavProps) {
  return (
    <nav className={rail.rail} data-centre-rail aria-label={props.context.t('lobby.memberCentre')}>
      <Groups {...props} />
    </nav>
  );
}

/** Narrow screens: the same list, collapsed under the name of the current page. Opens without script. */
export function AccountMenu(props: AccountNavProps) {
  const { context, currentPage } = props;
  const { t } = context;
  const groups = accountGroups(context, currentPage);
  const entry = groups.flatMap(({ entries }) => entries).find(({ current }) => current !== undefined);
  const label = entry?.label ?? t('lobby.myAccount');
  const centre = t('lobby.memberCentre');
  return (
    <nav className={styles.narrow} aria-label={centre}>
      <details className={styles.menu}>
        <summary className={styles.summary}>
          <Icon name={entry?.icon ?? 'user'} />
          <span className={styles.where}>
            {label === centre ? null : <small>{centre}</small>}
            {label}
          </span>
          <Icon name="chevron-down" small />
        </summary>
        <div className={styles.groups}>
          <Groups {...props} />
        </div>
      </details>
    </nav>
  );
}

function Groups({ context, currentPage }: AccountNavProps) {
  return accountGroups(context, currentPage).map(({ key, title, entries }) => (
    <section key={key} className={styles.group}>
      <h2 className={rail.title}>{title}</h2>
      <ul className={rail.list}>
        {entries.map(({ href, label, icon, current, link, counted }) => (
          <li key={href}>
            <a className={rail.link} href={href} {...link} aria-current={current}>
              <Icon name={icon} />
              {label}
              {counted ? (
                <span className={styles.count}>
                  <Personal name="reward-count" props={({ member }) => ({ member, source: counted })} />
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </section>
  ));
}
