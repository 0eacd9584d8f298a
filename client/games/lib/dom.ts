export type Child = Node | string | null | undefined | false;
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes; `true` sets an empty attribute, `false` and `undefined` leave it out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** The drawing in `inner` (SVG markup made by our own code, never by data) as one element. */
export function drawing(viewBox: string, inner: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(
    `<svg xmlns="${SVG}" viewBox="${viewBox}" aria-hidden="true">${inner}</svg>`,
    'image/svg+xml',
  );
  return document.importNode(parsed.documentElement, true) as unknown as SVGSVGElement;
}

export function button(label: Child, attributes: Attributes, onClick: (event: MouseEvent) => void): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', onClick);
  return element;
}

export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function setVariables(element: HTMLElement | SVGElement, variables: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(variables)) element.style.setProperty(`--${name}`, String(value));
}

/** Sets `aria-disabled`: a disabled button would lose the focus. Its handler must check the state. */
export function setHeld(element: HTMLButtonElement, on: boolean): void {
  element.ariaDisabled = String(on);
}

/** A held Enter key would press repeatedly and start as many rounds: each round needs its own press. */
export function pressOnce(element: HTMLElement): void {
  element.addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  });
}

export function isHeld(element: HTMLButtonElement): boolean {
  return element.ariaDisabled === 'true';
}

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function fill<T extends Element>(element: T, attributes: Attributes, children: readonly Child[]): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}
