import { useCallback, useEffect, useRef, useState } from 'react';
import { captchaImage } from '../../../../shared/api/verification-calls.ts';
import { CAPTCHA_REFRESH_MS } from '../../../../shared/constants.ts';
import { call } from '../../call.ts';

/** An image captcha: PNG as base64 and the key it was asked for with. */
export interface CaptchaImage {
  readonly key: string;
  readonly image: string;
}

interface CaptchaState {
  readonly asked: boolean;
  /** Null until it has come, and when it did not. */
  readonly shown: CaptchaImage | null;
  readonly failed: boolean;
}

export interface Captcha extends CaptchaState {
  /** Another image. At most one a second: who asks sooner gets it when the second is over. */
  refresh(): void;
}

const NOT_ASKED: CaptchaState = { asked: false, shown: null, failed: false };
const ASKED: CaptchaState = { ...NOT_ASKED, asked: true };

/** The image that is asked for after the platform has said so, or where the challenge cannot be solved. */
export function useCaptcha(): Captcha {
  const [state, setState] = useState(NOT_ASKED);
  const latest = useRef({ at: Number.NEGATIVE_INFINITY, key: '', timer: undefined as number | undefined });
  useEffect(() => () => clearTimeout(latest.current.timer), []);
  const refresh = useCallback(() => {
    setState(ASKED);
    clearTimeout(latest.current.timer);
    latest.current.timer = window.setTimeout(load, latest.current.at + CAPTCHA_REFRESH_MS - performance.now());
    function load(): void {
      const key = randomKey();
      latest.current = { at: performance.now(), key, timer: undefined };
      void call(captchaImage, { query: { key } }).then((answer) => {
        // A later image has been asked for meanwhile.
        if (latest.current.key !== key) return;
        setState({ asked: true, shown: answer.success ? { key, image: answer.value } : null, failed: !answer.success });
      });
    }
  }, []);
  return { ...state, refresh };
}

function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
