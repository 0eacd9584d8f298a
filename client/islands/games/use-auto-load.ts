import { type RefObject, useEffect, useRef, useState } from 'react';
import { INFINITE_SCROLL_THROTTLE_MS } from '../../../shared/constants.ts';
import { throttle } from './throttle.ts';

/**
 * The end of the list is near up to 1.3 screens below the screen, and anywhere above it: a jump to the footer may pass
 * it.
 */
const AHEAD = '1000000px 0px 130% 0px';
/** After this many pages the button is needed again, so that the footer can be reached. */
const MAX_AUTOMATIC_PAGES = 3;
/** A scroll this long after wheel, finger or key is still theirs. */
const MOMENTUM_MS = 1_500;
const SCROLLING_KEYS: readonly string[] = ['ArrowDown', 'PageDown', 'End', ' '];
const STORED = 'loadMoreByButton';

export interface AutoLoad {
  readonly automatic: boolean;
  setAutomatic(on: boolean): void;
  /** The button was used: the next pages load automatically again. */
  restart(): void;
}

/**
 * Loads more when the visitor scrolls towards the end of the list. A scroll by the focus or by a link loads nothing: it
 * would move what the visitor is about to use.
 */
export function useAutoLoad(end: RefObject<HTMLElement | null>, load: () => boolean): AutoLoad {
  const [automatic, setAutomatic] = useState(true);
  useEffect(() => setAutomatic(!isByButton()), []);
  const loaded = useRef(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const place = end.current;
    if (!automatic || !place) return undefined;
    let isNear = false;
    let lastInput = Number.NEGATIVE_INFINITY;
    const check = throttle(() => {
      if (!isNear || performance.now() - lastInput > MOMENTUM_MS || loaded.current >= MAX_AUTOMATIC_PAGES) return;
      if (latest.current()) loaded.current += 1;
    }, INFINITE_SCROLL_THROTTLE_MS);
    const observer = new IntersectionObserver(
      (entries) => {
        isNear = entries.at(-1)?.isIntersecting ?? false;
        check();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place);
    const note = (event: Event) => {
      if (event instanceof KeyboardEvent && !(SCROLLING_KEYS.includes(event.key) && event.target === document.body)) return;
      lastInput = performance.now();
    };
    const passive = { passive: true };
    for (const type of INPUTS) addEventListener(type, note, passive);
    addEventListener('scroll', check, passive);
    return () => {
      observer.disconnect();
      check.cancel();
      for (const type of INPUTS) removeEventListener(type, note);
      removeEventListener('scroll', check);
    };
  }, [end, automatic]);
  return {
    automatic,
    setAutomatic(on) {
      store(on);
      setAutomatic(on);
    },
    restart() {
      loaded.current = 0;
    },
  };
}

const INPUTS = ['wheel', 'touchmove', 'keydown'] as const;

/** Chosen on this device, or the browser saves data. */
function isByButton(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  try {
    return (localStorage.getItem(STORED) ?? String(connection?.saveData === true)) === 'true';
  } catch {
    return false;
  }
}

function store(automatic: boolean): void {
  try {
    localStorage.setItem(STORED, String(!automatic));
  } catch {
    // Storage is unavailable: the choice applies to this page only.
  }
}
