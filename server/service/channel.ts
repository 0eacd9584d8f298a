/** Requests between two processes, by name. */
export interface Channel {
  request<T>(question: string, input?: unknown, deadlineMs?: number): Promise<T>;
  /** Must be called with every incoming message. */
  receive(message: unknown): void;
  /** The other process has ended: pending requests fail. */
  close(): void;
}

export type Answers = Readonly<Record<string, (input: never) => unknown>>;

interface Message {
  readonly kind: 'ask' | 'answer' | 'refusal';
  readonly id: number;
  readonly question?: string;
  readonly value?: unknown;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly deadline: NodeJS.Timeout;
}

const DEADLINE_MS = 5_000;

/** `send` transmits JSON; a message that cannot be sent counts as unanswered. */
export function createChannel(send: (message: Message) => void, answers: Answers, usualDeadlineMs = DEADLINE_MS): Channel {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  function settle(id: number): Waiting | undefined {
    const found = waiting.get(id);
    waiting.delete(id);
    clearTimeout(found?.deadline);
    return found;
  }
  function refuse(id: number, reason: string): void {
    settle(id)?.reject(new Error(reason));
  }
  async function answer({ id, question = '', value }: Message): Promise<void> {
    const reply = await Promise.resolve()
      .then(() => {
        const known = answers[question];
        if (!known) throw new Error(`no answer to "${question}"`);
        return known(value as never);
      })
      .then(
        (result): Message => ({ kind: 'answer', id, value: result }),
        (error: unknown): Message => ({ kind: 'refusal', id, value: error instanceof Error ? error.message : String(error) }),
      );
    send(reply);
  }
  return {
    request<T>(question: string, input?: unknown, deadlineMs = usualDeadlineMs) {
      const id = ++lastId;
      return new Promise<T>((resolve, reject) => {
        const deadline = setTimeout(() => refuse(id, `no answer to "${question}" in time`), deadlineMs);
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, deadline });
        send({ kind: 'ask', id, question, value: input });
      });
    },
    receive(raw) {
      const message = raw as Message;
      if (message?.kind === 'ask') void answer(message);
      else if (message?.kind === 'answer') settle(message.id)?.resolve(message.value);
      else if (message?.kind === 'refusal') refuse(message.id, String(message.value));
    },
    close() {
      for (const id of [...waiting.keys()]) refuse(id, 'the other process has ended');
    },
  };
}
