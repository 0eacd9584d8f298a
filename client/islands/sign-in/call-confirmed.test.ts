import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { totpRemove } from '../../../shared/api/security/calls.ts';
import { closeModal, currentModal, openModal } from '../../runtime/modals.ts';
import { callConfirmed, resolveConfirmation, wasCancelled } from './call-confirmed.ts';

const succeeded = { success: true, value: {} };
const refused = (code: string) => ({ success: false, value: null, code, message: code });
let answers: object[];
const fetched = vi.fn(() => Promise.resolve(Response.json(answers.shift())));

beforeEach(() => {
  answers = [];
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('document', { querySelector: () => ({}) });
});
afterEach(() => {
  closeModal();
  vi.unstubAllGlobals();
});

const opened = () => expect.poll(currentModal, { timeout: 30_000 }).toEqual({ name: 'confirm' });

describe('a call that may require a confirmation', () => {
  it('does not ask if the call is accepted or refused for another reason', async () => {
    answers = [succeeded, refused('totp_not_started')];
    expect(await callConfirmed(totpRemove)).toEqual(succeeded);
    expect(await callConfirmed(totpRemove)).toMatchObject({ code: 'totp_not_started' });
    expect([fetched.mock.calls.length, currentModal()]).toEqual([2, null]);
  });

  it.each(['confirmation_required', 'session_idle'])('is repeated after %s and a confirmation', async (code) => {
    answers = [refused(code), succeeded];
    const call = callConfirmed(totpRemove);
    await opened();
    expect(resolveConfirmation()).toBe(true);
    expect(await call).toEqual(succeeded);
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(resolveConfirmation()).toBe(false);
  });

  it('is repeated only once', async () => {
    answers = [refused('confirmation_required'), refused('confirmation_required')];
    const call = callConfirmed(totpRemove);
    await opened();
    resolveConfirmation();
    expect(wasCancelled(await call)).toBe(true);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the dialog is closed', closeModal],
    ['another dialog takes its place', () => void openModal({ name: 'sign-out' })],
  ])('returns the refusal if %s', async (_name, leave) => {
    answers = [refused('confirmation_required')];
    const call = callConfirmed(totpRemove);
    await opened();
    leave();
    expect(wasCancelled(await call)).toBe(true);
    expect([fetched.mock.calls.length, resolveConfirmation()]).toEqual([1, false]);
  });

  it('returns the refusal on a page without dialogs', async () => {
    vi.stubGlobal('document', { querySelector: () => null });
    answers = [refused('confirmation_required')];
    expect(wasCancelled(await callConfirmed(totpRemove))).toBe(true);
  });

  it('assigns the dialog to the latest request', async () => {
    answers = [refused('confirmation_required'), refused('confirmation_required'), succeeded];
    const first = callConfirmed(totpRemove);
    await opened();
    const second = callConfirmed(totpRemove);
    expect(wasCancelled(await first)).toBe(true);
    await opened();
    resolveConfirmation();
    expect(await second).toEqual(succeeded);
  });
});
