import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { Icon } from '../../../client/ui/icon.tsx';
import { QrCode } from '../../../client/ui/qr-code.tsx';
import { QR_CODE } from '../../../shared/constants.ts';
import { WEB_APP_PATHS } from '../../../shared/web-paths.ts';
import { Island } from '../../components/island.tsx';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './down.module.css';

export const DOWN_APPS = ['android', 'ios', 'ios-lite'] as const;
export type DownApp = (typeof DOWN_APPS)[number];

const STEPS = [1, 2, 3];
const QR_SIDE = QR_CODE.size + 2 * QR_CODE.margin;

interface DownPageProps {
  readonly context: PageContext;
  readonly path: string;
  readonly app: DownApp;
}

/** Installation of the app for each kind of device; without a store build the site itself is installed. */
export function DownPage({ context, path, app }: DownPageProps) {
  const { t, resources } = context;
  const url = resources.find(({ resourceType, url: address }) => resourceType === app && address !== '')?.url ?? null;
  return (
    <Shell context={context}>
      <PageTitle title={t('pages.downTitle')} text={t('pages.downText')} />
      <nav className={styles.tabs} aria-label={t('pages.downChoose')}>
        <ul className={display.tabs}>
          {DOWN_APPS.map((other) => (
            <li key={other} className={styles.tabItem}>
              <a
                className={display.tab}
                href={other === DOWN_APPS[0] ? path : `${path}?app=${other}`}
                aria-current={other === app ? 'page' : undefined}
              >
                {t(`pages.downApp_${other}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {app === 'ios' && url === null ? <NoStore context={context} path={path} /> : <Guide context={context} app={app} url={url} />}
    </Shell>
  );
}

function Guide({ context, app, url }: { readonly context: PageContext; readonly app: DownApp; readonly url: string | null }) {
  const { t } = context;
  const guide = url ? app : `${app}-web`;
  return (
    <div className={styles.guide}>
      <section className={styles.code} aria-labelledby="down-scan">
        <h2 className={styles.heading} id="down-scan">
          {t('pages.downScan')}
        </h2>
        {url ? (
          <QrCode text={url} label={t(`pages.downQr_${app}`)} />
        ) : (
          <img
            className={styles.qr}
            src={`${WEB_APP_PATHS.files}qr-${app}.svg`}
            alt={t(`pages.downQr_${app}`)}
            width={QR_SIDE}
            height={QR_SIDE}
          />
        )}
        {url ? (
          <ButtonLink variant="primary" icon="download" href={url} rel="noopener">
            {t('pages.downOpen')}
          </ButtonLink>
        ) : (
          <p className={styles.text}>{t('pages.downOpenHere')}</p>
        )}
      </section>
      <section className={styles.steps} aria-labelledby="down-steps">
        <h2 className={styles.heading} id="down-steps">
          {t('pages.downSteps')}
        </h2>
        {url ? null : <p className={styles.text}>{t('pages.downWebApp')}</p>}
        <ol className={styles.list}>
          {STEPS.map((step) => (
            <li key={step}>{t(`pages.downStep_${guide}_${step}`)}</li>
          ))}
        </ol>
        {url ? null : <Island name="install-app" hydrate="load" props={{ enabled: context.features.webApp !== false }} />}
        <p className={styles.safe}>
          <Icon name="shield-check" small />
          {t('pages.downSafe')}
        </p>
      </section>
    </div>
  );
}

/** Without a store build: the alternative for the same devices. */
function NoStore({ context: { t }, path }: { readonly context: PageContext; readonly path: string }) {
  return (
    <section className={styles.steps}>
      <p className={styles.text}>{t('pages.downNoStore')}</p>
      <p>
        <ButtonLink variant="primary" icon="smartphone" href={`${path}?app=ios-lite`}>
          {t('pages.downToLite')}
        </ButtonLink>
      </p>
    </section>
  );
}
