import type { Running } from './test-studio.ts';

export interface StreamEvent {
  /** Empty if the stream has only one kind of event. */
  readonly name: string;
  readonly text: string;
}

/** Passes every event of a stream to the callback until it ends; rejects if it breaks off. */
export async function readEvents(answer: Response, onEvent: (event: StreamEvent) => void): Promise<void> {
  let rest = '';
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + part).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const text = field('data');
      if (text !== undefined) onEvent({ name: field('event') ?? '', text });
    }
  }
}

/** Events of a studio stream so far, for a player or a visitor; `ended` resolves with its end. */
export async function listenTo(studio: Running, path: string, token?: string) {
  const received: StreamEvent[] = [];
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(studio.url + path, { headers });
  return { received, ended: readEvents(answer, (event) => received.push(event)).catch(() => undefined) };
}
