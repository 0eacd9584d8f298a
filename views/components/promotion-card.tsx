import display from '../../client/ui/display.module.css';
import { Icon } from '../../client/ui/icon.tsx';
import { Image } from '../../client/ui/image.tsx';
import type { PromotionStatus } from '../../shared/api/promotions/constants.ts';
import type { PromotionType } from '../../shared/api/publishing/constants.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import styles from './promotion-card.module.css';

/** State of a promotion without a reward; all listed ones are open. */
export type PromotionState = 'open' | 'new' | 'ends-soon';

export interface PromotionView {
  readonly id: string;
  /** Null: unknown. */
  readonly type: PromotionType | null;
  readonly title: string;
  readonly summary: string;
  readonly imageUrl: string;
  readonly tone: string;
  readonly state: PromotionState | PromotionStatus;
  /** In the merchant's time zone, to the minute; null: no end; absent: unknown. */
  readonly endsText?: string | null;
  /** Of one that has not started yet, in place of its end. */
  readonly startsText?: string;
}

type State = PromotionView['state'];
const STATE_TEXT: Readonly<Partial<Record<State, string>>> = {
  open: 'pages.promotionOpen',
  new: 'pages.promotionNew',
  'ends-soon': 'pages.promotionEndsSoon',
};
const STATE_TONE: Readonly<Record<State, string>> = {
  open: 'pos',
  new: 'info',
  'ends-soon': 'neg',
  coming_soon: 'info',
  join: 'pos',
  claim: 'pos',
  joined: 'info',
  applying: 'info',
  process: 'info',
  issued: 'pos',
  claimed: 'pos',
  rejected: 'neg',
  close: 'neg',
};

function promotionHref(id: string): string {
  return `/promoDetail?id=${encodeURIComponent(id)}`;
}

/** A promotion in a list; the whole card is a link. */
export function PromotionCard({ t, promotion, eager = false }: { t: Translate; promotion: PromotionView; eager?: boolean }) {
  const { id, title, summary, imageUrl, tone } = promotion;
  return (
    <article className={styles.card}>
      <div className={styles.frame} data-tone={tone}>
        {imageUrl ? <Image className={styles.art} src={imageUrl} alt="" width={1040} height={320} eager={eager} /> : null}
      </div>
      <div className={styles.body}>
        <PromotionFacts t={t} promotion={promotion} />
        <h2 className={styles.title}>
          <a className={styles.link} href={promotionHref(id)}>
            {title}
          </a>
        </h2>
        <p className={styles.summary}>{summary}</p>
        <span className={styles.more} aria-hidden="true">
          {t('pages.promotionMore')}
          <Icon name="chevron-right" small directional />
        </span>
      </div>
    </article>
  );
}

/** Kind, state and end of a promotion. */
export function PromotionFacts({ t, promotion: { type, state, endsText, startsText } }: { t: Translate; promotion: PromotionView }) {
  return (
    <p className={styles.facts}>
      {type === null ? null : <span className={display.badge}>{t(`pages.promotionType_${type}`)}</span>}
      <span className={display.badge} data-tone={STATE_TONE[state]}>
        {t(STATE_TEXT[state] ?? `promotions.status_${state}`)}
      </span>
      {endsText === undefined ? null : (
        <span className={styles.until}>
          {startsText !== undefined
            ? t('promotions.from', { date: startsText })
            : endsText === null
              ? t('pages.promotionNoEnd')
              : t('pages.promotionUntil', { date: endsText })}
        </span>
      )}
    </p>
  );
}
