import type { Transporter } from 'nodemailer';
import type { ServiceSettings } from '../../base/service-settings.ts';
import { type ComposedMessage, htmlOf } from './compose.ts';
import type { OutgoingMessage } from './contracts.ts';

const DEADLINE_MS = 5_000;

/** A provider rejected a message. The reason is for operators and holds neither recipient nor text. */
export class DeliveryFault extends Error {
  override readonly name = 'DeliveryFault';
  /** Repeating the message would fail again. */
  readonly permanent: boolean;

  constructor(reason: string, permanent = false) {
    super(reason);
    this.permanent = permanent;
  }
}

/** Delivers one message; `id` is the same on every try. Fails with a `DeliveryFault`. */
export type Deliver = (id: string, message: ComposedMessage) => Promise<void>;

/** Providers by channel. Without a provider the outbox page shows the messages. */
export type Delivery = Readonly<Partial<Record<OutgoingMessage['channel'], Deliver>>>;

export function createDelivery({ mail, sms }: Pick<ServiceSettings, 'mail' | 'sms'>): Delivery {
  return { ...(mail && { email: smtpDelivery(mail) }), ...(sms && { sms: httpSmsDelivery(sms) }) };
}

function smtpDelivery({ smtpUrl, from }: NonNullable<ServiceSettings['mail']>): Deliver {
  const options = {
    url: smtpUrl,
    connectionTimeout: DEADLINE_MS,
    greetingTimeout: DEADLINE_MS,
    socketTimeout: DEADLINE_MS,
    // A text must never make the library read a file or open an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let transport: Transporter | undefined;
  // Imported with the first message, to keep the start short.
  const opened = async () => {
    transport ??= (await import('nodemailer')).default.createTransport(options);
    return transport;
  };
  return async (id, { to, subject, text }) => {
    const messageId = `<${id}@${from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '')}>`;
    try {
      await (await opened()).sendMail({ from, to: { name: '', address: to }, subject, text, html: htmlOf(text), messageId });
    } catch (error) {
      throw smtpFault(error);
    }
  };
}

/** SMTP error texts repeat addresses, so only the numbers are kept. */
function smtpFault(error: unknown): DeliveryFault {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : undefined;
  return new DeliveryFault(`smtp ${status ?? (typeof code === 'string' ? code : 'fault')}`, status !== undefined && status >= 550);
}

function httpSmsDelivery({ url, token }: NonNullable<ServiceSettings['sms']>): Deliver {
  return async (id, { to, text }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': id },
      body: JSON.stringify({ to, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    }).catch((error: unknown) => {
      throw new DeliveryFault(error instanceof Error && error.name === 'TimeoutError' ? 'http timeout' : 'http connection');
    });
    await answer.body?.cancel();
    const { status, ok } = answer;
    if (!ok) throw new DeliveryFault(`http ${status}`, status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status));
  };
}
