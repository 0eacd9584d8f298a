import type { GamePageContext } from '../../../shared/games/page-context.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { backdrop } from './backdrop.ts';
import { button, type Child, h, pressOnce, setText, setVariables } from './dom.ts';
import type { PageView } from './game-view.ts';
import { type IconName, icon } from './icons.ts';

/** How long a message stays that needs no action. */
export const MESSAGE_MS = 6_000;

export interface NoticeAction {
  readonly label: string;
  run(): void;
}
export interface Notice {
  readonly tone: 'info' | 'error';
  readonly title: string;
  readonly text: string;
  readonly actions: readonly NoticeAction[];
  /** Covers the game: play is blocked until an action is taken. */
  readonly blocking: boolean;
}

export interface Shell {
  /** The line above the stage; a game may move it. */
  readonly message: HTMLElement;
  readonly action: HTMLButtonElement;
  mount(view: PageView, actionIcon: IconName): void;
  tool(name: IconName, label: string, run: (button: HTMLButtonElement) => void): HTMLButtonElement;
  showTrial(): void;
  setBalance(text: string): void;
  setTotal(text: string): void;
  setWin(text: string, above: boolean): void;
  /** `forMs`: removes the line after this time, unless it was replaced. */
  setMessage(text: string, above: boolean, forMs?: number): void;
  /** Shows that the portal has paused the game; afterwards the message is restored. */
  setPaused(on: boolean): void;
  /** Label of the action button while a round may not start yet, and the share of the time left (0 to 1). */
  setWait(wait: { readonly text: string; readonly share: number } | null): void;
  announce(text: string): void;
  notify(notice: Notice | null): void;
}

/** Texts that a game overrides: the name of the last readout, and a note next to the return. */
export interface ShellTexts {
  readonly win?: string;
  readonly note?: string;
}

/** The frame of every game: name, tools, stage, message line, readouts, action button, notices. */
export function createShell(root: HTMLElement, context: GamePageContext, t: Translate, texts: ShellTexts = {}): Shell {
  const tools = h('div', { class: 'tools' });
  const trial = h('span', { class: 'trial', hidden: true }, t('studio.trial'));
  const rtp = h('span', { class: 'rtp' }, t('studio.rtp', { rtp: context.rtp }), texts.note && ` · ${texts.note}`);
  const title = h('h1', { class: 'game-name' }, context.name);
  const head = h(
    'header',
    { class: 'head' },
    h('div', { class: 'head-text' }, h('div', { class: 'head-title' }, title, trial), rtp),
    tools,
  );
  const message = createMessageLine(t);
  const live = h('p', { class: 'visually-hidden', role: 'status', 'aria-live': 'polite' });
  const notices = h('div', { class: 'notices' });
  const stage = h('main', { class: 'stage' });
  const balance = readout(t('studio.balance'), 'balance');
  const total = readout(t('studio.total_stake'), 'total');
  const win = readout(texts.win ?? t('studio.last_return'), 'win');
  const action = h('button', { type: 'button', class: 'action', 'aria-disabled': 'true' });
  pressOnce(action);
  const wait = h('span', { class: 'action-wait', 'aria-hidden': 'true' });
  const controls = h('div', { class: 'game-controls' });
  const bar = h(
    'section',
    { class: 'bar', 'aria-label': t('studio.controls') },
    h('dl', { class: 'readouts' }, balance.element, total.element, win.element),
    controls,
    action,
  );
  setVariables(root, { hue: context.hue });
  root.classList.add('game', `engine-${context.engine}`, `variant-${context.variant}`);
  root.replaceChildren(head, stage, bar, notices, live);
  return {
    message: message.element,
    action,
    mount(view, actionIcon) {
      root.prepend(backdrop(view.motif), ...(view.scenery ? [view.scenery] : []));
      stage.replaceChildren(view.stage, message.element);
      controls.replaceChildren(view.controls);
      action.replaceChildren(icon(actionIcon), h('span', {}, view.actionLabel), wait);
    },
    tool(name, label, run) {
      const tool = button(icon(name), { class: 'icon-button', 'aria-label': label, title: label }, () => run(tool));
      tools.append(tool);
      return tool;
    },
    showTrial: () => trial.removeAttribute('hidden'),
    setBalance: (text) => setText(balance.value, text),
    setTotal: (text) => setText(total.value, text),
    setWin(text, above) {
      setText(win.value, text);
      win.value.classList.toggle('above', above);
    },
    setMessage: message.set,
    setPaused: message.setPaused,
    setWait(next) {
      action.classList.toggle('waiting', next !== null);
      setText(wait, next?.text ?? '');
      setVariables(action, { left: next?.share.toFixed(3) ?? 0 });
    },
    announce: (text) => setText(live, text),
    notify: (notice) => notices.replaceChildren(...(notice ? [noticeElement(notice)] : [])),
  };
}

/** The line above the stage; while the portal has paused the game it shows only that. */
function createMessageLine(t: Translate) {
  const element = h('p', { class: 'message' });
  let current = { text: '', above: false };
  let isPaused = false;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  function show(): void {
    const { text, above } = isPaused ? { text: t('studio.paused'), above: false } : current;
    setText(element, text);
    element.classList.toggle('above', above);
    element.classList.toggle('shown', text !== '');
  }

  return {
    element,
    set(text: string, above: boolean, forMs?: number): void {
      clearTimeout(leaving);
      current = { text, above };
      show();
      if (forMs === undefined) return;
      leaving = setTimeout(() => {
        current = { text: '', above: false };
        show();
      }, forMs);
    },
    setPaused(on: boolean): void {
      isPaused = on;
      show();
    },
  };
}

function readout(label: string, name: string): { element: HTMLElement; value: HTMLElement } {
  const value = h('dd', { class: 'amount' }, '–');
  return { element: h('div', { class: `readout readout-${name}` }, h('dt', {}, label), value), value };
}

function noticeElement(notice: Notice): HTMLElement {
  const buttons = notice.actions.map(
    (action, index): Child => button(action.label, { class: index === 0 ? 'notice-main' : 'notice-more' }, () => action.run()),
  );
  const box = h(
    'div',
    {
      class: `notice notice-${notice.tone}`,
      role: notice.blocking ? 'alertdialog' : 'alert',
      'aria-labelledby': 'notice-title',
      'aria-describedby': 'notice-text',
    },
    h('h2', { id: 'notice-title' }, notice.title),
    h('p', { id: 'notice-text', class: 'notice-text' }, notice.text),
    buttons.length > 0 && h('div', { class: 'notice-actions' }, ...buttons),
  );
  const element = h('div', { class: notice.blocking ? 'notice-cover' : 'notice-strip' }, box);
  if (notice.blocking) queueMicrotask(() => element.querySelector('button')?.focus());
  return element;
}
