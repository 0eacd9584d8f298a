import '../../../client/styles/index.css';
import { MembersOnly } from '../../../client/islands/games/members-only.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from '../status/not-found.module.css';

/** In place of the home page for visitors of a site for members only. */
export function MembersOnlyHome({ context }: { readonly context: PageContext }) {
  const { t, brand } = context;
  return (
    <Shell context={context}>
      <div className={styles.page}>
        <h1 className={styles.title}>{brand}</h1>
        <MembersOnly t={t} next="/index" />
      </div>
    </Shell>
  );
}
