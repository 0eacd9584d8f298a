import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type svgCaptcha from 'svg-captcha';
import { CAPTCHA_REFRESH_MS } from '../../../../shared/constants.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Executor, inTransaction } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Secrets } from '../../base/secrets.ts';
import { networkOf } from './network.ts';

export interface ImageCaptchaDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
}

export interface ImageCaptcha {
  /**
   * A new image for the key, as base64 PNG; it invalidates the previous one. At most one per second and key. Per address one per second on
   * average with bursts of ten, because people share addresses and reload pages.
   */
  draw(key: string, caller: Pick<Caller, 'clientAddress'>): Promise<string>;
  /** True for the text of the key's image. Each check consumes the image. */
  spend(key: string, text: string): Promise<boolean>;
}

/** Capitals and digits that cannot be confused in the font of the image. */
const ALPHABET = 'ACDEFHJKMNPRTWXY3479';
const LENGTH = 5;
const LIFE_MS = 2 * MINUTE_MS;
const ADDRESS_AT_ONCE = 10;
const IMAGE = { width: 240, height: 80, fontSize: 68, noise: 4, color: false };
const PAPER = '#eef3f6';

/** The typings omit that the module draws a given text. Its own texts come from `Math.random`, so they are not secret. */
type DrawSvg = typeof svgCaptcha & ((text: string, options: typeof IMAGE) => string);

/** For people who cannot use the challenge: without scripts, or without access to the hosted widget. */
export function createImageCaptcha({ db, clock, merchant, secrets }: ImageCaptchaDeps): ImageCaptcha {
  const hashOf = (key: string) => secrets.keyOf('captcha.key', `${merchant}\0${key}`);
  const answerOf = (key: string, text: string) =>
    secrets.keyOf('captcha.answer', `${merchant}\0${key}\0${text.normalize('NFKC').replace(/\s/g, '').toUpperCase()}`);

  /**
   * Rate limit by the generic cell rate algorithm: each use advances the row's time by the interval; a row `atOnce` intervals ahead of the
   * clock is refused.
   */
  async function storeCaptcha(executor: Executor, keyHash: string, answerHash: string, atOnce: number): Promise<void> {
    const now = clock.now();
    const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
    const row = { answer_hash: answerHash, expires_at: later(LIFE_MS) };
    const inserted = await executor
      .insertInto('captcha')
      .values({ key_hash: keyHash, free_at: later(CAPTCHA_REFRESH_MS), ...row })
      .onConflict((conflict) =>
        conflict
          .column('key_hash')
          .doUpdateSet({
            ...row,
            free_at: sql`greatest(captcha.free_at, ${now}) + ${CAPTCHA_REFRESH_MS} * interval '1 millisecond'`,
          })
          .where('captcha.free_at', '<=', later((atOnce - 1) * CAPTCHA_REFRESH_MS)),
      )
      .returning('key_hash')
      .executeTakeFirst();
    if (!inserted) throw new Refusal('too_many_requests', { seconds: CAPTCHA_REFRESH_MS / 1_000 });
  }

  return {
    async draw(key, { clientAddress }) {
      const text = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
      await inTransaction(db, async (tx) => {
        // The row of the address has no answer: no key leads to it.
        await storeCaptcha(tx, secrets.keyOf('captcha.address', `${merchant}\0${networkOf(clientAddress)}`), '', ADDRESS_AT_ONCE);
        await storeCaptcha(tx, hashOf(key), answerOf(key, text), 1);
      });
      // Imported on first use, because few visitors need it.
      const [{ default: sharp }, { default: drawSvg }] = await Promise.all([import('sharp'), import('svg-captcha')]);
      const svg = Buffer.from((drawSvg as DrawSvg)(text, IMAGE));
      const png = await sharp(svg).flatten({ background: PAPER }).png({ palette: true, colours: 16 }).toBuffer();
      return png.toString('base64');
    },
    async spend(key, text) {
      const row = await db
        .deleteFrom('captcha')
        .where('key_hash', '=', hashOf(key))
        .returning(['answer_hash', 'expires_at'])
        .executeTakeFirst();
      if (!row || row.expires_at <= clock.now()) return false;
      const givenHash = Buffer.from(answerOf(key, text));
      const expectedHash = Buffer.from(row.answer_hash);
      return givenHash.length === expectedHash.length && timingSafeEqual(givenHash, expectedHash);
    },
  };
}
