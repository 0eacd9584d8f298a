import { LANGUAGES, type Language } from '../../shared/i18n/languages.ts';
import styles from './language-choice.module.css';

/** The languages as plain buttons, for pages without islands; `back` is the page to come back to. */
export function LanguageChoice({ current, back }: { readonly current: Language; readonly back: string }) {
  return (
    <form className={styles.languages} method="post" action="/preferences">
      <input type="hidden" name="back" value={back} />
      {LANGUAGES.filter(({ complete }) => complete).map(({ code, tag, name }) => (
        <button
          key={code}
          className={styles.language}
          type="submit"
          name="lang"
          value={code}
          lang={tag}
          aria-current={code === current.code ? 'true' : undefined}
        >
          {name}
        </button>
      ))}
    </form>
  );
}
