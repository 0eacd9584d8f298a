import { useId } from 'react';
import { PATHS } from '../lib/paths.ts';
import type { LanguageMenuProps } from '../lib/shell/props.ts';
import { Button } from '../lib/ui/button.tsx';
import { classNames } from '../lib/ui/class-names.ts';
import { Icon } from '../lib/ui/icon.tsx';
import type { IslandContext } from '../runtime/island.ts';
import display from '../styles/display.module.css';
import overlays from '../styles/overlays.module.css';
import styles from './language-menu.module.css';

export const texts = ['header.language', 'header.chooseLanguage'];

/**
 * Each language is a button of a plain form: the choice is a full navigation, which also sets `lang`, direction and
 * fonts.
 */
export default function LanguageMenu({ t, current, languages, here }: LanguageMenuProps & IslandContext) {
  const id = useId();
  const name = languages.find(({ code }) => code === current)?.name ?? current;
  return (
    <div className={styles.scope}>
      <Button variant="ghost" className={styles.anchor} icon="globe" popoverTarget={id}>
        <span aria-hidden="true">{current}</span>
        <span className={display.hidden}>{`${t('header.language')}: ${name}`}</span>
      </Button>
      <div id={id} popover="auto" className={classNames(overlays.menu, styles.menu)}>
        <form method="post" action={PATHS.preferences} aria-label={t('header.chooseLanguage')}>
          <input type="hidden" name="back" value={here} />
          {languages.map(({ code, tag, name }) => (
            <button
              key={code}
              type="submit"
              name="lang"
              value={code}
              lang={tag}
              className={classNames(overlays.menuItem, styles.item)}
              aria-current={code === current || undefined}
            >
              {name}
              {code === current ? <Icon name="check" small /> : null}
            </button>
          ))}
        </form>
      </div>
    </div>
  );
}
