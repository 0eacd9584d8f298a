import { formAction } from '../../../client/page/paths.ts';
import { Button } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { QrCode } from '../../../client/ui/qr-code.tsx';
import type { InvitationLink } from '../../../shared/api/agent-tree/schemas.ts';
import { Island } from '../../components/island.tsx';
import { agentHref } from '../../components/member-entries.ts';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from './register.module.css';

/** `url`: with the origin of this visit. Times in the merchant's zone. */
export type LinkView = InvitationLink & { readonly url: string; readonly createdText: string };

/** The agent's invitation links, the newest first. */
export function LinkList({ context, links }: { readonly context: PageContext; readonly links: readonly LinkView[] }) {
  const { t } = context;
  if (links.length === 0) return <EmptyState icon="share-2" title={t('agents.noLinks')} text={t('agents.noLinksText')} />;
  return (
    <ul className={styles.links}>
      {links.map((link) => (
        <Link key={link.code} context={context} link={link} />
      ))}
    </ul>
  );
}

function Link({ context: { t, brand }, link }: { readonly context: PageContext; readonly link: LinkView }) {
  const name = link.name || t('agents.linkUnnamed', { code: link.code });
  return (
    <li className={styles.link}>
      <div className={styles.linkHead}>
        <h3 className={styles.linkName} dir="auto">
          {name}
        </h3>
        <span className={display.badge} data-tone={link.active ? 'pos' : undefined}>
          {t(link.active ? 'agents.linkOn' : 'agents.linkOff')}
        </span>
      </div>
      <p className={styles.terms}>
        {t(`agents.opens_${link.kind}`, { rate: link.rebate })}
        {link.domain ? ` · ${link.domain}` : null}
      </p>
      <code className={styles.address} dir="ltr">
        {link.url}
      </code>
      <dl className={styles.counts}>
        <div>
          <dt>{t('agents.visits')}</dt>
          <dd>{link.visits}</dd>
        </div>
        <div>
          <dt>{t('agents.registrations')}</dt>
          <dd>{link.registrations}</dd>
        </div>
        <div>
          <dt>{t('agents.since')}</dt>
          <dd>{link.createdText}</dd>
        </div>
      </dl>
      <div className={styles.linkFoot}>
        <Island name="link-actions" hydrate="visible" props={{ kind: 'invitation', url: link.url, title: brand }} />
        <form method="post" action={formAction('agent.linkSwitch')}>
          <input type="hidden" name="back" value={agentHref('agentRegister')} />
          <input type="hidden" name="code" value={link.code} />
          <input type="hidden" name="active" value={link.active ? 'false' : 'true'} />
          <Button type="submit" variant="ghost" dense aria-label={`${t(link.active ? 'agents.switchOff' : 'agents.switchOn')}: ${name}`}>
            {t(link.active ? 'agents.switchOff' : 'agents.switchOn')}
          </Button>
        </form>
      </div>
      <details className={styles.qr}>
        <summary>
          {t('agents.qr')}
          <Icon name="chevron-down" small />
        </summary>
        <QrCode text={link.url} label={t('agents.qrOf', { name })} />
      </details>
    </li>
  );
}
