import type { ComponentType } from 'react';
import type { EntryFormProps } from '../sign-in/entry-form.ts';
import type { ModalName } from '../sign-in/props.ts';
import { lazyPart } from './lazy-part.ts';
import { loadTexts, type TextFile } from './texts.ts';

/** Dialogs whose content is a script of its own; short messages are part of the modal. */
export type PartName = Exclude<ModalName, 'message' | 'loading' | 'sign-out' | 'true-account'>;

export interface PartProps extends EntryFormProps {
  readonly languageTag: string;
  /** Of a change of password: it is required, and it needs the old one. */
  readonly forced: boolean;
  readonly oldPassword: boolean;
  /** Of free play: it starts without another click. */
  readonly begin: boolean;
  /** Of the games of a vendor. */
  readonly vassalage: string;
  readonly vendorName: string;
}
type Part = ComponentType<PartProps>;

const SCRIPTS: Readonly<Record<PartName, () => Promise<Part>>> = {
  login: async () => (await import('../sign-in/login-form.tsx')).LoginForm,
  register: async () => (await import('../register/register-form.tsx')).RegisterForm,
  forgot: async () => (await import('../sign-in/forgot-form.tsx')).ForgotForm,
  reset: async () => (await import('../sign-in/reset-form.tsx')).ResetForm,
  step: async () => (await import('../sign-in/step-form.tsx')).StepForm,
  social: async () => (await import('../sign-in/social-form.tsx')).SocialForm,
  'change-password': async () => (await import('../sign-in/change-password-form.tsx')).ChangePasswordForm,
  confirm: async () => (await import('../sign-in/confirm-form.tsx')).ConfirmForm,
  'free-play': async () => (await import('../sign-in/login/try-for-free.tsx')).TryForFree,
  notice: async () => (await import('../notices/notice-dialog.tsx')).NoticeDialog,
  'chat-room': async () => (await import('../chat/chat-room.tsx')).ChatRoom,
  'game-popup': async () => (await import('../games/game-popup.tsx')).GamePopup,
};
const TEXTS: Readonly<Partial<Record<ModalName, readonly TextFile[]>>> = {
  register: ['errors-fields', 'register'],
  forgot: ['errors-fields'],
  reset: ['errors-fields'],
  social: ['errors-fields', 'register'],
  'change-password': ['errors-fields', 'security-dialogs'],
  confirm: ['security-dialogs'],
  notice: ['notices'],
  'chat-room': ['chat'],
  'game-popup': ['play'],
};
const parts = new Map<PartName, Part>();
/** Those that have loaded. */
const ready = new Set<ModalName>();

export function isPart(name: ModalName): name is PartName {
  return name in SCRIPTS;
}

/** False while the content of the dialog is still to be loaded. */
export function isReady(name: ModalName): boolean {
  return !isPart(name) || ready.has(name);
}

/** The content of a dialog, loaded with its texts at its first use. */
export function partOf(name: PartName): Part {
  const part = parts.get(name) ?? lazyPart(async () => ({ default: await load(name) }));
  parts.set(name, part);
  return part;
}

/** Loads the content of a dialog, which then renders at once. */
export async function preparePart(name: ModalName): Promise<void> {
  if (isPart(name)) parts.set(name, await load(name));
}

async function load(name: PartName): Promise<Part> {
  const [part] = await Promise.all([SCRIPTS[name](), loadDialogTexts(TEXTS[name])]);
  ready.add(name);
  return part;
}

/** The server has all texts from the start. */
export async function loadDialogTexts(more?: readonly TextFile[]): Promise<void> {
  if (!import.meta.env.SSR) await loadTexts(document.documentElement.lang, more);
}

// The server renders dialogs synchronously.
if (import.meta.env.SSR) for (const name of Object.keys(SCRIPTS) as PartName[]) await preparePart(name);
