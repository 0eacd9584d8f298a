import type { Service } from './service.ts';

/** A message of the operator's outbox, newest first. */
export interface SentMessage {
  readonly id: string;
  readonly channel: string;
  readonly to: string;
  readonly template: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: string;
}
type Sender = Pick<Service, 'adminUrl'>;

const CODE = /\b\d{6}\b/;
const LINK = /https?:\/\/\S+/;
/** A generous limit: far longer than a message takes on a busy machine. */
const TIMEOUT_MS = 120_000;
const POLL_MS = 50;

/** All sent messages, from the admin port on loopback. */
export async function outbox({ adminUrl }: Sender): Promise<readonly SentMessage[]> {
  const answer = await fetch(`${adminUrl}/outbox`, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`the outbox answered ${answer.status}`);
  return ((await answer.json()) as { readonly messages: readonly SentMessage[] }).messages;
}

/** Waits for the newest message to a phone number (E.164) or e-mail address that is not among `seen`, and returns its text. */
export async function lastMessage(service: Sender, to: string, seen: readonly SentMessage[] = []): Promise<SentMessage> {
  const known = new Set(seen.map(({ id }) => id));
  for (const start = Date.now(); Date.now() - start < TIMEOUT_MS; ) {
    const found = (await outbox(service)).find((message) => message.to === to && !known.has(message.id));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`nothing was sent to ${to}`);
}

/** The six-digit code in the newest message to a recipient. */
export async function lastCode(service: Sender, to: string, seen: readonly SentMessage[] = []): Promise<string> {
  return partOf(await lastMessage(service, to, seen), CODE);
}

/** The link in the newest message to a recipient. */
export async function lastLink(service: Sender, to: string, seen: readonly SentMessage[] = []): Promise<string> {
  return partOf(await lastMessage(service, to, seen), LINK);
}

function partOf({ text, template }: SentMessage, pattern: RegExp): string {
  const found = pattern.exec(text)?.[0];
  if (found === undefined) throw new Error(`no ${pattern} in a message of the kind ${template}`);
  return found;
}
