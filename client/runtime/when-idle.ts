/** A frame in the page may take its time, or never finish. */
const LATEST_MS = 4_000;

/**
 * When the page is loaded and has nothing else to do: scripts that nobody waits for would take the line from what is seen
 * first. `work` may be called twice. Where nobody knows idle browsers, loaded is enough.
 */
export function whenIdle(work: () => void): void {
  const soon = () => (window.requestIdleCallback ?? setTimeout)(work);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon);
  setTimeout(work, LATEST_MS);
}
