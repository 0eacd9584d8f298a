/** A frame in the page may load slowly or never. */
const MAX_DELAY_MS = 4_000;

/**
 * Runs `work` when the page has loaded and is idle: scripts that are not needed at once would delay the visible
 * content. `work` may be called twice. Browsers without idle callbacks run it after loading.
 */
export function whenIdle(work: () => void): void {
  const soon = () => (window.requestIdleCallback ?? setTimeout)(work);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon);
  setTimeout(work, MAX_DELAY_MS);
}
