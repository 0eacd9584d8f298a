import { useEffect, useRef } from 'react';
import { DROPDOWN_CLOSE_MS } from '../../../shared/constants.ts';

const HOVER_OPEN_MS = 120;

/** Opens after the pointer has rested and closes shortly after it has left, so that passing over opens nothing. */
export function useHoverIntent(change: (key: string | null) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const plan = (key: string | null, milliseconds: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change(key), milliseconds);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    enter: (key: string) => plan(key, HOVER_OPEN_MS),
    leave: () => plan(null, DROPDOWN_CLOSE_MS),
    stay: () => clearTimeout(timer.current),
  };
}
