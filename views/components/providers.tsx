import display from '../../client/ui/display.module.css';
import { Image } from '../../client/ui/image.tsx';
import type { GameMenu, Vendor } from '../../shared/api/games/schemas.ts';
import { VENDOR_HOT } from '../../shared/constants.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import type { PageContext } from '../layouts/page-context.ts';
import { fullestColumns } from './columns.ts';
import { isOpenHref } from './member-entries.ts';
import { vendorHref } from './navigation.ts';
import styles from './providers.module.css';
import { Section } from './section.tsx';

interface ProvidersProps {
  readonly t: Translate;
  readonly menus: readonly GameMenu[];
  readonly features: PageContext['features'];
}

/** All vendors once, each in the category with most of its games. Those whose page the platform does not have are left out. */
export function Providers({ t, menus, features }: ProvidersProps) {
  const vendors = vendorsOf(menus).filter(({ gameCategory, vassalage }) => isOpenHref(vendorHref(gameCategory, vassalage), features));
  if (vendors.length === 0) return null;
  return (
    <Section id="providers" title={t('games.providers')}>
      <ul
        className={styles.list}
        data-wide={fullestColumns(vendors.length, [6, 5, 4])}
        data-medium={fullestColumns(vendors.length, [4, 3])}
      >
        {vendors.map(({ vassalage, displayName, smallIcon, isHot, gameCategory, gameCount }) => (
          <li key={vassalage} className={styles.vendor}>
            {smallIcon ? <Image className={styles.mark} src={smallIcon} alt="" width={84} height={28} /> : null}
            <a className={styles.name} href={vendorHref(gameCategory, vassalage)}>
              {displayName}
            </a>
            {gameCount === null ? null : <span className={styles.count}>{t('games.providerGames', { count: gameCount })}</span>}
            {isHot === VENDOR_HOT ? (
              <span className={display.badge} data-tone="live">
                {t('lobby.hot')}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function vendorsOf(menus: readonly GameMenu[]): readonly Vendor[] {
  const best = new Map<string, Vendor>();
  for (const vendor of menus.flatMap(({ vendors }) => vendors)) {
    const known = best.get(vendor.vassalage);
    if (!known || (known.gameCount ?? 0) < (vendor.gameCount ?? 0)) best.set(vendor.vassalage, vendor);
  }
  return [...best.values()];
}
