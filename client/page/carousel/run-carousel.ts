const PERIOD_MS = 6_000;

type Press = (button: Element) => void;

/**
 * Banners (`views/components/carousel.tsx`) that advance every six seconds. They stop while paused, hovered or focused, and when the visitor
 * prefers reduced motion.
 */
const carousels = new Map<Element, Press>(
  [...document.querySelectorAll('[data-carousel]')].flatMap((section) => {
    const list = section.querySelector('ul');
    return list ? [[section, run(section, list)] as const] : [];
  }),
);

/** The visitor clicks on a button of a carousel. */
export function press(button: Element): void {
  const section = button.closest('[data-carousel]');
  if (section) carousels.get(section)?.(button);
}

function run(section: Element, list: HTMLElement): Press {
  const dots = [...section.querySelectorAll('[data-slide]')];
  let isPlaying = true;
  let isHeld = section.matches(':hover, :focus-within');
  let current = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const restart = () => {
    clearInterval(timer);
    if (!isPlaying || isHeld || dots.length < 2 || prefersReducedMotion()) return;
    timer = setInterval(() => {
      if (document.visibilityState === 'visible') show((current + 1) % dots.length);
    }, PERIOD_MS);
  };
  const show = (index: number) => {
    const slide = list.children[index] as HTMLElement | undefined;
    if (slide) list.scrollTo({ left: slide.offsetLeft - list.offsetLeft, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  };
  const note = () => {
    const index = Math.round(Math.abs(list.scrollLeft) / list.clientWidth);
    if (index === current) return;
    dots[current]?.removeAttribute('aria-current');
    dots[index]?.setAttribute('aria-current', 'true');
    current = index;
    restart();
  };
  const hold = (held: boolean) => () => {
    isHeld = held;
    restart();
  };
  list.addEventListener('scroll', note);
  section.addEventListener('pointerenter', hold(true));
  section.addEventListener('pointerleave', hold(false));
  section.addEventListener('focusin', hold(true));
  section.addEventListener('focusout', hold(false));
  note();
  restart();
  return (button) => {
    const index = dots.indexOf(button);
    if (index >= 0) return show(index);
    isPlaying = !isPlaying;
    swapLabel(button);
    restart();
  };
}

/** Pause becomes play, and the other way round. */
function swapLabel(button: Element): void {
  const label = button.getAttribute('aria-label') ?? '';
  button.setAttribute('aria-label', button.getAttribute('data-paused-label') ?? '');
  button.setAttribute('data-paused-label', label);
  for (const icon of button.children) icon.toggleAttribute('hidden');
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
