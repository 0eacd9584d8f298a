/** At most one call per period: the first at once, the latest of the others at the end of the period. */
export function throttle(work: () => void, periodMs: number): { (): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const run = () => {
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (!again) return;
      again = false;
      run();
    }, periodMs);
  };
  const throttled = () => {
    if (timer === undefined) run();
    else again = true;
  };
  throttled.cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    again = false;
  };
  return throttled;
}
