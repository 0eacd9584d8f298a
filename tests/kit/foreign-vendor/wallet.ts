import { createHmac } from 'node:crypto';

/** What the wallet answered. Amounts are text in units of 1/10,000. */
export interface WalletAnswer {
  readonly status: string;
  readonly message?: string;
  readonly token?: string;
  readonly player?: string;
  readonly currency?: string;
  readonly balance?: string;
  readonly language?: string;
  readonly trial?: boolean;
  readonly maximumStake?: string;
  readonly transferId?: string;
  readonly transaction?: { readonly kind: string; readonly state: string };
}

/** A request that the vendor sent, for tests. `status` is undefined if there was no response. */
export interface SentRequest {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly status: string | undefined;
}

export interface WalletClient {
  readonly sent: readonly SentRequest[];
  /** One request. Undefined: no response, the outcome is unknown. */
  send(operation: string, body: Readonly<Record<string, unknown>>): Promise<WalletAnswer | undefined>;
  /** Repeats the same request, with growing pauses, until there is a response or the vendor stops. */
  retryUntilAnswered(operation: string, body: Readonly<Record<string, unknown>>): Promise<WalletAnswer>;
}

const NO_RESPONSE_MS = 5_000;

/** `walletUrl`: the address before the operation, `https://SITE/seamless/CODE`. */
export function walletClient(input: { walletUrl: () => string; key: string; isStopped: () => boolean }): WalletClient {
  const sent: SentRequest[] = [];

  async function send(operation: string, body: Readonly<Record<string, unknown>>): Promise<WalletAnswer | undefined> {
    const answer = await request(operation, JSON.stringify(body)).catch(() => undefined);
    sent.push({ operation, body, status: answer?.status });
    return answer;
  }

  async function request(operation: string, text: string): Promise<WalletAnswer | undefined> {
    const url = new URL(`${input.walletUrl()}/${operation}`);
    const timestamp = String(Date.now());
    const signature = createHmac('sha256', input.key).update(`POST\n${url.pathname}\n${timestamp}\n${text}`).digest('hex');
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'X-Timestamp': timestamp,
        'X-Signature': signature,
        'X-Reef-Trace': `r-${sent.length}`,
      },
      body: text,
      signal: AbortSignal.timeout(NO_RESPONSE_MS),
    });
    if (response.status !== 200) return undefined;
    const answer = (await response.json()) as Partial<WalletAnswer>;
    return typeof answer.status === 'string' ? (answer as WalletAnswer) : undefined;
  }

  return {
    sent,
    send,
    async retryUntilAnswered(operation, body) {
      for (let pause = 100; !input.isStopped(); pause = Math.min(pause * 2, 5_000)) {
        const answer = await send(operation, body);
        if (answer) return answer;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
      throw new Error(`stopped before the wallet answered ${operation}`);
    },
  };
}
