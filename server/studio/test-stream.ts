import type { Running } from './test-studio.ts';

export interface StreamEvent {
  /** Empty where the stream has one kind of event alone. */
  readonly name: string;
  readonly text: string;
}

/** Hands over every event of a stream until it ends; rejects when it is broken off. */
export async function readEvents(answer: Response, hear: (event: StreamEvent) => void): Promise<void> {
  let rest = '';
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + part).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const text = field('data');
      if (text !== undefined) hear({ name: field('event') ?? '', text });
    }
  }
}

/** What a stream of the studio has said so far, to a player or to anybody; `ended` resolves with its end. */
export async function listenTo(studio: Running, path: string, token?: string) {
  const heard: StreamEvent[] = [];
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(studio.url + path, { headers });
  return { heard, ended: readEvents(answer, (event) => heard.push(event)).catch(() => undefined) };
}
