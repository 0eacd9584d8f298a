import { Image } from '../../ui/image.tsx';
import styles from './entry-art.module.css';
import type { EntryBanner } from './props.ts';

/** The merchant's picture next to sign-in or registration. Shown and loaded on wide screens only. */
export function EntryArt({ banner: { title, text, imageUrl, tone } }: { readonly banner: EntryBanner }) {
  return (
    <div className={styles.art} data-tone={tone}>
      {imageUrl ? <Image className={styles.picture} src={imageUrl} alt="" width={1040} height={320} /> : null}
      <p className={styles.title}>{title}</p>
      <p>{text}</p>
    </div>
  );
}
