import { useEffect, useRef, useState } from 'react';
import type { IslandContext } from '../../runtime/island.ts';
import { Button } from '../../ui/button.tsx';
import type { ConsentBarProps } from '../shell/props.ts';
import { type Choice, readChoice, saveChoice } from './choice.ts';
import styles from './consent-bar.module.css';
import { startMeasuring, stopMeasuring } from './measure.ts';

/**
 * Asks once for consent to measure visits. Nothing is loaded or stored until the visitor agrees. Elements with
 * `data-consent` reopen the question.
 */
export default function ConsentBar({ t, gtagId, privacyHref }: ConsentBarProps & IslandContext) {
  const [visibility, setVisibility] = useState<'no' | 'first' | 'again'>('no');
  const [statusText, setStatusText] = useState('');
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const choice = readChoice();
    if (choice === 'granted') startMeasuring(gtagId);
    else if (choice === null) setVisibility('first');
    const reopen = (event: MouseEvent) => {
      if ((event.target as Element).closest('[data-consent]')) setVisibility('again');
    };
    document.addEventListener('click', reopen);
    return () => document.removeEventListener('click', reopen);
  }, [gtagId]);
  useEffect(() => {
    if (visibility === 'no') return undefined;
    if (visibility === 'again') bar.current?.focus();
    return keepFocusInView(bar.current);
  }, [visibility]);
  const choose = (choice: Choice) => {
    saveChoice(choice);
    setVisibility('no');
    setStatusText(t(choice === 'granted' ? 'play.consentGranted' : 'play.consentDenied'));
    if (choice === 'granted') startMeasuring(gtagId);
    else stopMeasuring();
  };
  return (
    <>
      {visibility === 'no' ? null : (
        <section ref={bar} className={styles.bar} aria-labelledby="consent-title" tabIndex={-1}>
          <div className={styles.text}>
            <h2 className={styles.title} id="consent-title">
              {t('play.consentTitle')}
            </h2>
            <p>
              {t('play.consentText')} {privacyHref === null ? null : <a href={privacyHref}>{t('play.consentMore')}</a>}
            </p>
          </div>
          <div className={styles.choices}>
            <Button onClick={() => choose('denied')}>{t('play.consentDecline')}</Button>
            <Button onClick={() => choose('granted')}>{t('play.consentAccept')}</Button>
          </div>
        </section>
      )}
      <p className={styles.said} role="status">
        {statusText}
      </p>
    </>
  );
}

/** Scrolls a focused element into view above the bar. */
function keepFocusInView(bar: HTMLElement | null): () => void {
  const { style } = document.documentElement;
  style.scrollPaddingBlockEnd = `${(bar?.offsetHeight ?? 0) + 32}px`;
  return () => {
    style.scrollPaddingBlockEnd = '';
  };
}
