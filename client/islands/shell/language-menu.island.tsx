import { useId } from 'react';
import { PATHS } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import overlays from '../../ui/overlays.module.css';
import styles from './language-menu.module.css';
import type { LanguageMenuProps } from './props.ts';

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
