import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type ChallengeAction, challengeCall } from '../../../../shared/api/verification-calls.ts';
import type { RefusalCode } from '../../../../shared/codes.ts';
import { call } from '../../call.ts';
import { askWidget } from './hosted-widget.ts';
import { solveInWorker } from './solve-challenge.ts';
import { type Captcha, useCaptcha } from './use-captcha.ts';

/** What goes along with a call that wants a person in front. */
export interface ChallengeProof {
  readonly challenge?: string;
  readonly captchaKey?: string;
  readonly captcha?: string;
}

export interface Challenge {
  /** Starts solving; at the first focus in the form, so that it is done when the form is. Again and again is fine. */
  begin(): void;
  /** Waits for the solution, or takes what was typed for the image. Empty when there is neither: the platform then refuses. */
  proof(): Promise<ChallengeProof>;
  /** After every refused submit: a proof counts once. */
  reset(): void;
  /** The platform wants an image captcha. */
  askCaptcha(): void;
  readonly captchaAsked: boolean;
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

class OutOfReach extends Error {}
const OUT_OF_REACH: readonly RefusalCode[] = ['upstream_unavailable', 'upstream_timeout'];

/** Patience with the proof of work of a slow phone, or with a visitor in front of a hosted widget. */
const DEADLINE_MS = 90_000;
/** A solution is not sent in its last moments: it would arrive too late. */
const MARGIN_MS = 10_000;
/** Of the hosted widgets the shorter one. */
const TOKEN_LIFE_MS = 120_000;

/**
 * The challenge of one form. When it cannot be had or solved (plain http, blocked workers or hosts), an image captcha is
 * asked instead.
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
      () => attempt.current === started && setState('done'),
      (error: unknown) => {
        if (attempt.current !== started) return;
        setState('idle');
        // Where the platform is out of reach an image would not come either; the submit says so, and the next one tries again.
        if (error instanceof OutOfReach) drop();
        else captcha.refresh();
      },
    );
    return started;
  };

  return {
    begin: () => void (captcha.asked || start()),
    async proof() {
      const typed = captchaInput.current?.value.trim();
      if (typed || captcha.asked) return typed ? { captchaKey: captchaKeyInput.current?.value ?? '', captcha: typed } : {};
      return start().solution.then(
        (challenge) => ({ challenge }),
        () => ({}),
      );
    },
    reset() {
      drop();
      setState('idle');
      if (captchaInput.current) captchaInput.current.value = '';
      if (captchaInput.current) captcha.refresh();
    },
    askCaptcha: captcha.refresh,
    captchaAsked: captcha.asked,
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
  if (!answer.success) throw OUT_OF_REACH.includes(answer.code) ? new OutOfReach(answer.code) : new Error(answer.code);
  const { value } = answer;
  if (value.provider !== 'altcha') {
    const token = await askWidget(value.provider, value.siteKey, place.current, signal);
    setExpiry(Date.now() + TOKEN_LIFE_MS);
    return token;
  }
  const solution = await solveInWorker(value.challenge, signal);
  setExpiry(Date.parse(value.expiresAt));
  return solution;
}
