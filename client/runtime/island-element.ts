import { withLoadTimeout } from './chunk.ts';
import type { HydrateOn, IslandComponent } from './island.ts';
import { pageMember } from './page-session.ts';
import { whenIdle } from './when-idle.ts';

/** Controls that work before hydration. All other clicks are replayed after it. */
const NATIVE_CONTROLS = '[popovertarget],summary,input,select,textarea,label';
interface Click {
  readonly target: Element;
  readonly pointerType: string;
}

const HYDRATING_EVENTS = ['pointerdown', 'pointerover', 'focusin', 'keydown'] as const;

/**
 * `<lagoon-island id name src hydrate props texts lang>`: server HTML that hydrates at the moment named by `hydrate`. `src` is the address
 * of its module, so that the loader does not have to list all islands. The attributes `props` and `texts` are JSON; the content is the
 * component rendered with them. Not unmounted on disconnect: the page's stream moves the element once.
 */
export class IslandElement extends HTMLElement {
  #started = false;
  #live: Promise<boolean> | undefined;
  #isLive = false;
  /** Clicks before hydration that are not replayed yet. */
  readonly #clicked: Click[] = [];
  #isPlaying = false;

  connectedCallback(): void {
    if (this.#started) return;
    this.#started = true;
    this.addEventListener('click', this.#hold, true);
    for (const type of HYDRATING_EVENTS) this.addEventListener(type, this.#touch, true);
    whenParsed(this, () => schedule(this, () => this.hydrate()));
  }

  /** Whether the handlers of the island are attached, or will never be. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Hydrates the island now. Resolves to false if its script failed to load; its HTML then stays unchanged. */
  hydrate(): Promise<boolean> {
    this.#live ??= this.#mount();
    return this.#live;
  }

  readonly #touch = () => whenParsed(this, () => this.hydrate());

  /** Clicks before hydration are stored and replayed in order after it, or at once if it fails. */
  readonly #hold = (event: MouseEvent) => {
    const target = event.target as Element;
    if (this.#isPlaying || event.button || event.metaKey || event.ctrlKey || event.shiftKey || target.closest(NATIVE_CONTROLS)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const pointerType = event instanceof PointerEvent ? event.pointerType : '';
    if (this.#clicked.push({ target, pointerType }) === 1) whenParsed(this, () => this.#play());
  };

  /**
   * Each replayed click finds the state after the one before: a button disabled by then is not clicked. Repeated clicks
   * on the same control count once because the visitor saw no reaction, and a form is sent once.
   */
  async #play(): Promise<void> {
    await this.hydrate();
    const sent = new Set<unknown>();
    let last: Element | undefined;
    for (const { target, pointerType } of this.#clicked) {
      const button = target.closest('button');
      const control = button ?? target;
      const form = button?.type === 'submit' && button.form;
      if (control === last || !target.isConnected || target.closest(':disabled') || sent.has(form)) continue;
      last = control;
      if (form) sent.add(form);
      this.#isPlaying = true;
      // Not `click()`: SVG elements inside a button have no such method. A tap on a game differs from a click.
      target.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, composed: true, pointerType }));
      this.#isPlaying = false;
      await new Promise((resolve) => setTimeout(resolve));
    }
    this.removeEventListener('click', this.#hold, true);
  }

  async #mount(): Promise<boolean> {
    const src = this.getAttribute('src') ?? '';
    try {
      const [{ mount }, { default: island }] = await withLoadTimeout(
        withRetry(() => Promise.all([loadReact(), import(/* @vite-ignore */ src) as Promise<{ readonly default: IslandComponent }>])),
      );
      await mount(this, island);
      return true;
    } catch (error) {
      reportError(new Error(`island ${src}`, { cause: error }));
      return false;
    } finally {
      this.#isLive = true;
      for (const type of HYDRATING_EVENTS) this.removeEventListener(type, this.#touch, true);
      if (this.#clicked.length === 0) this.removeEventListener('click', this.#hold, true);
    }
  }
}

const loadReact = () => import('./mount.tsx');
/** Cookies of `client/islands/sign-in/remembered-login.ts`. */
const REMEMBERED_LOGIN = /lastUser=|loginTypeSms=/;
const FIRST_EVENTS = ['pointerdown', 'keydown', 'scroll'] as const;

/** A page that is used needs React soon: it is loaded with the first touch, key or scroll. An island that needs it tries again if this fails. */
export function loadReactEarly(): void {
  whenUsed(() => void loadReact().catch(() => undefined));
}

function whenUsed(work: () => void): void {
  for (const type of FIRST_EVENTS) addEventListener(type, work, { once: true, passive: true });
}

function withRetry<T>(work: () => Promise<T>): Promise<T> {
  return work().catch(work);
}

function schedule(element: HTMLElement, hydrate: () => void): void {
  const hydrateOn = element.getAttribute('hydrate') as HydrateOn;
  // Preload links of pictures come first and have no box.
  const box = element.querySelector(':scope > :not(link)');
  const isEntry = hydrateOn === 'entry';
  const isReady = isEntry && (REMEMBERED_LOGIN.test(document.cookie) || !matchMedia('(pointer: coarse)').matches);
  if (hydrateOn === 'load' || (hydrateOn === 'visible' && !box) || isReady) hydrate();
  else if (hydrateOn === 'idle' || ((hydrateOn === 'member' || hydrateOn === 'use') && pageMember())) whenIdle(hydrate);
  else if (hydrateOn === 'use' || isEntry) whenUsed(hydrate);
  else if (hydrateOn === 'visible' && box) {
    // The element itself has no box (`display: contents`).
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      hydrate();
    });
    observer.observe(box);
  }
}

/** The parser connects an element before its children exist. They are complete when any node follows it in the document. */
function whenParsed(element: HTMLElement, act: () => void): void {
  const observer = new MutationObserver(check);
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', check);
  check();
  function check(): void {
    if (!isParsed(element)) return;
    observer.disconnect();
    document.removeEventListener('DOMContentLoaded', check);
    act();
  }
}

function isParsed(element: HTMLElement): boolean {
  if (document.readyState !== 'loading') return true;
  for (let node: Node | null = element; node; node = node.parentNode) if (node.nextSibling) return true;
  return false;
}
