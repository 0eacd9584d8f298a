import type { Language } from '../../shared/i18n/languages.ts';
import styles from './language-choice.module.css';

interface LanguageChoiceProps {
  readonly current: Language;
  readonly languages: readonly Language[];
  readonly back: string;
}

/** The languages as plain buttons, for pages without islands; `back` is the page to return to. */
export function LanguageChoice({ current, languages, back }: LanguageChoiceProps) {
  if (languages.length < 2) return null;
  return (
    <form className={styles.languages} method="post" action="/preferences">
      <input type="hidden" name="back" value={back} />
      {languages.map(({ code, tag, name }) => (
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
