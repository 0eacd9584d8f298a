import { Button, ButtonLink } from '../../client/ui/button.tsx';
import { classNames } from '../../client/ui/class-names.ts';
import overlays from '../../client/ui/overlays.module.css';
import { QR_CODE, type ResourceType } from '../../shared/constants.ts';
import { WEB_APP_PATHS } from '../../shared/web-paths.ts';
import { contactLink } from '../components/contact-link.ts';
import type { PageContext, SiteResource } from './page-context.ts';
import styles from './right-bar.module.css';

/** Including its quiet zone. */
const QR_SIDE = QR_CODE.size + 2 * QR_CODE.margin;
const APPS: readonly { readonly type: ResourceType; readonly icon: string }[] = [
  { type: 'ios', icon: 'smartphone' },
  { type: 'ios-lite', icon: 'zap' },
  { type: 'android', icon: 'download' },
];

/** Desktop: help and downloads in a separate narrow column. Resources that the merchant does not have are left out. */
export function RightBar({ context }: { readonly context: PageContext }) {
  const { t, resources, language, features } = context;
  const find = (type: ResourceType) => resources.find(({ resourceType }) => resourceType === type);
  const social = find('social');
  const email = find('email');
  return (
    <aside className={styles.bar} aria-label={t('header.rightBar')}>
      <ButtonLink variant="ghost" iconOnly icon="headset" {...contactLink(context)}>
        {t('contact.title')}
      </ButtonLink>
      {features.chatRoom ? (
        <ButtonLink variant="ghost" iconOnly icon="message-circle" href="/help" data-modal="chat-room">
          {t('header.chatRoom')}
        </ButtonLink>
      ) : null}
      {social ? (
        <ButtonLink variant="ghost" iconOnly icon="share-2" href={social.url} target="_blank" rel="noopener noreferrer">
          {labelOf(social, language.code) || t('header.social')}
        </ButtonLink>
      ) : null}
      {email ? (
        <ButtonLink variant="ghost" iconOnly icon="mail" href={mailAddress(email.url)}>
          {t('header.email')}
        </ButtonLink>
      ) : null}
      {APPS.map(({ type, icon }) => {
        const app = find(type);
        return app ? <AppCode key={type} app={app} type={type} icon={icon} context={context} /> : null;
      })}
    </aside>
  );
}

interface AppCodeProps {
  readonly app: SiteResource;
  readonly type: ResourceType;
  readonly icon: string;
  readonly context: PageContext;
}

/** A native popover: it works without script, and the code is loaded when it opens. */
function AppCode({ app, type, icon, context: { t, language } }: AppCodeProps) {
  const id = `app-${type}`;
  const name = t(`header.app_${type}`);
  return (
    <div className={styles.app}>
      <Button className={styles.anchor} variant="ghost" iconOnly icon={icon} popoverTarget={id}>
        {name}
      </Button>
      <div id={id} popover="auto" className={classNames(overlays.menu, styles.code)}>
        <p className={styles.name}>{labelOf(app, language.code) || name}</p>
        <img
          className={styles.picture}
          src={app.qrCodeUrl || `${WEB_APP_PATHS.files}qr-${type}.svg`}
          alt={name}
          width={QR_SIDE}
          height={QR_SIDE}
          loading="lazy"
          decoding="async"
        />
        <a className={styles.link} href="/down">
          {t('header.appDownload')}
        </a>
      </div>
    </div>
  );
}

/** The merchant names a resource in two languages. */
export function labelOf({ labelNameCn, labelNameEn }: SiteResource, language: string): string {
  return language === 'CN' ? labelNameCn : labelNameEn;
}

function mailAddress(url: string): string {
  return url.startsWith('mailto:') || url.includes('://') || url.startsWith('/') ? url : `mailto:${url}`;
}
