import { useCallback, useEffect, useRef, useState } from 'react';
import { captchaImage } from '../../../../shared/api/verification/calls.ts';
import { CAPTCHA_REFRESH_MS } from '../../../../shared/constants.ts';
import { randomHex } from '../../../../shared/random-hex.ts';
import { call } from '../../../page/call.ts';

/** An image captcha: PNG as base64 and the key of its request. */
export interface CaptchaImage {
  readonly key: string;
  readonly image: string;
}

interface CaptchaState {
  readonly required: boolean;
  /** Null while loading and after a failure. */
  readonly current: CaptchaImage | null;
  readonly failed: boolean;
}

export interface Captcha extends CaptchaState {
  /** Loads another image, at most one per second; an earlier request waits for the rest of the second. */
  refresh(): void;
}

const NOT_REQUIRED: CaptchaState = { required: false, current: null, failed: false };
const REQUIRED: CaptchaState = { ...NOT_REQUIRED, required: true };

/** The captcha shown when the platform requires it, or when the challenge cannot be solved. */
export function useCaptcha(): Captcha {
  const [state, setState] = useState(NOT_REQUIRED);
  const latest = useRef({ at: Number.NEGATIVE_INFINITY, key: '', timer: undefined as number | undefined });
  useEffect(() => () => clearTimeout(latest.current.timer), []);
  const refresh = useCallback(() => {
    setState(REQUIRED);
    clearTimeout(latest.current.timer);
    latest.current.timer = window.setTimeout(load, latest.current.at + CAPTCHA_REFRESH_MS - performance.now());
    function load(): void {
      const key = randomHex(16);
      latest.current = { at: performance.now(), key, timer: undefined };
      void call(captchaImage, { query: { key } }).then((answer) => {
        // A newer image was requested.
        if (latest.current.key !== key) return;
        setState({ required: true, current: answer.success ? { key, image: answer.value } : null, failed: !answer.success });
      });
    }
  }, []);
  return { ...state, refresh };
}
