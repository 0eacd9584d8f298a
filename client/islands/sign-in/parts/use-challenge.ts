import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { challengeCall } from '../../../../shared/api/verification/calls.ts';
import type { ChallengeAction } from '../../../../shared/api/verification/constants.ts';
import type { RefusalCode } from '../../../../shared/codes.ts';
import { call } from '../../../page/call.ts';
import { runWidget } from './hosted-widget.ts';
import { solveInWorker } from './solve-challenge.ts';
import { type Captcha, useCaptcha } from './use-captcha.ts';

/** Proof that a person submits the form; sent with the call. */
export interface ChallengeProof {
  readonly challenge?: string;
  readonly captchaKey?: string;
  readonly captcha?: string;
}

export interface Challenge {
  /** Starts solving at the first focus in the form, so that it is solved before the submit. May be called repeatedly. */
  begin(): void;
  /** Waits for the solution, or returns the typed captcha. Empty if there is neither: the platform then refuses. */
  proof(): Promise<ChallengeProof>;
  /** Must be called after every refused submit: a proof is valid once. */
  reset(): void;
  /** The platform requires an image captcha. */
  requireCaptcha(): void;
  readonly captchaRequired: boolean;
  /** For `HumanField`. */
  readonly state: 'idle' | 'working' | 'done';
  readonly captcha: Captcha;
  readonly captchaInput: RefObject<HTMLInputElement | null>;
  readonly captchaKeyInput: RefObject<HTMLInputElement | null>;
  readonly widgetPlace: RefObject<HTMLDivElement | null>;
}

interface Attempt {
  readonly solution: Promise<string>;
  readonly abort: AbortController;
  expiresAt: number;
}

class Unreachable extends Error {}
const UNREACHABLE_CODES: readonly RefusalCode[] = ['upstream_unavailable', 'upstream_timeout'];

/** Upper limit for the proof of work on a slow phone, or for a visitor who solves a hosted widget. */
const DEADLINE_MS = 90_000;
/** A solution is not sent shortly before it expires: it would arrive too late. */
const MARGIN_MS = 10_000;
/** The shorter of the two hosted widgets' token lifetimes. */
const TOKEN_LIFETIME_MS = 120_000;

/**
 * The challenge of one form. If it cannot be loaded or solved (plain HTTP, blocked workers or hosts), an image captcha
 * replaces it.
 */
export function useChallenge(action: ChallengeAction): Challenge {
  const [state, setState] = useState<Challenge['state']>('idle');
  const captcha = useCaptcha();
  const attempt = useRef<Attempt | null>(null);
  const captchaInput = useRef<HTMLInputElement>(null);
  const captchaKeyInput = useRef<HTMLInputElement>(null);
  const widgetPlace = useRef<HTMLDivElement>(null);

  const drop = useCallback(() => {
    attempt.current?.abort.abort();
    attempt.current = null;
  }, []);
  useEffect(() => drop, [drop]);

  const start = (): Attempt => {
    if (attempt.current && Date.now() < attempt.current.expiresAt) return attempt.current;
    drop();
    const abort = new AbortController();
    const started: Attempt = {
      abort,
      expiresAt: Number.POSITIVE_INFINITY,
      solution: obtain(action, widgetPlace, AbortSignal.any([abort.signal, AbortSignal.timeout(DEADLINE_MS)]), (expiresAt) => {
        started.expiresAt = expiresAt - MARGIN_MS;
      }),
    };
    attempt.current = started;
    setState('working');
    started.solution.then(
      // Without a challenge nothing was passed.
      (solution) => attempt.current === started && setState(solution ? 'done' : 'idle'),
      (error: unknown) => {
        if (attempt.current !== started) return;
        setState('idle');
        // If the platform is unreachable, an image would fail to load too. The submit reports it, and the next submit
        // retries.
        if (error instanceof Unreachable) drop();
        else captcha.refresh();
      },
    );
    return started;
  };

  return {
    begin: () => void (captcha.required || start()),
    async proof() {
      const typed = captchaInput.current?.value.trim();
      if (typed || captcha.required) return typed ? { captchaKey: captchaKeyInput.current?.value ?? '', captcha: typed } : {};
      return start().solution.then(
        (challenge): ChallengeProof => (challenge ? { challenge } : {}),
        () => ({}),
      );
    },
    reset() {
      drop();
      setState('idle');
      if (captchaInput.current) captchaInput.current.value = '';
      if (captchaInput.current) captcha.refresh();
    },
    requireCaptcha: captcha.refresh,
    captchaRequired: captcha.required,
    state,
    captcha,
    captchaInput,
    captchaKeyInput,
    widgetPlace,
  };
}

async function obtain(
  action: ChallengeAction,
  place: RefObject<HTMLDivElement | null>,
  signal: AbortSignal,
  setExpiry: (expiresAt: number) => void,
): Promise<string> {
  const answer = await call(challengeCall, { query: { action }, signal });
  // The platform has no challenges, so it requires none.
  if (!answer.success && answer.code === 'not_offered') return '';
  if (!answer.success) throw UNREACHABLE_CODES.includes(answer.code) ? new Unreachable(answer.code) : new Error(answer.code);
  const { value } = answer;
  if (value.provider !== 'altcha') {
    const token = await runWidget(value.provider, value.siteKey, place.current, signal);
    setExpiry(Date.now() + TOKEN_LIFETIME_MS);
    return token;
  }
  const solution = await solveInWorker(value.challenge, signal);
  setExpiry(Date.parse(value.expiresAt));
  return solution;
}
