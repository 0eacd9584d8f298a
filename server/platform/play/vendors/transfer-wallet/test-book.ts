/**
 * Balances of an outside provider, written from docs/vendors/transfer-wallet.md alone: it imports nothing of the product. Its habits: its
 * history starts each page with the last entry of the page before, and names fields that only it knows.
 */
export interface TransferBook {
  readonly balances: ReadonlyMap<string, bigint>;
  /** Executed, refused and closed references. */
  readonly transfers: ReadonlyMap<string, BookedTransfer>;
  /** Answers a request. Undefined: no such operation. */
  perform(operation: string, body: Body): Answer | undefined;
  /** A round of one bet: the stake is taken and the win, if any, is paid. False without the money. */
  play(player: string, round: { gameId: string; stake: bigint; win: bigint; now: Date; isOpen?: boolean }): boolean;
  /** Money that no request and no entry explains. */
  give(player: string, units: bigint): void;
  /** Entries that `history` does not have yet, although the balances have them. */
  hold(isHeld: boolean): void;
}

export interface BookedTransfer {
  readonly kind: 'deposit' | 'withdraw';
  readonly player: string;
  readonly currency: string;
  readonly amount: string;
  readonly state: 'done' | 'refused' | 'closed';
  readonly status: string;
}
export type Body = Readonly<Record<string, unknown>>;
export type Answer = Readonly<Record<string, unknown>> & { readonly status: string };

const PAGE_OVERLAP = 1;

export function createTransferBook(options: {
  currency: string;
  games: readonly string[];
  urlOf?: (player: string, gameId: string) => string;
}): TransferBook {
  const balances = new Map<string, bigint>();
  const transfers = new Map<string, BookedTransfer>();
  const entries: Body[] = [];
  let shown = 0;
  let isHeld = false;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');

  function openPlayer(player: string, currency: unknown): Answer {
    if (currency !== options.currency) return { status: 'WRONG_CURRENCY' };
    if (!balances.has(player)) balances.set(player, 0n);
    return { status: 'OK' };
  }

  function transfer(kind: BookedTransfer['kind'], body: Body): Answer {
    const [reference, player, currency, amount] = [body.reference, body.player, body.currency, body.amount].map(text);
    if (!reference || !player || !/^[1-9]\d*$/.test(amount ?? '')) return { status: 'BAD_REQUEST' };
    const content = { kind, player, currency: currency ?? '', amount: amount ?? '' };
    const before = transfers.get(reference);
    if (before?.state === 'closed') return { status: 'REFERENCE_CLOSED' };
    if (before) {
      const isSame = before.kind === kind && before.player === player && before.amount === amount && before.currency === currency;
      return isSame ? answerOf(reference, before) : { status: 'REFERENCE_MISMATCH' };
    }
    const booked = { ...content, ...outcomeOf(kind, player, content.currency, BigInt(amount ?? 0)) };
    transfers.set(reference, booked);
    return answerOf(reference, booked);
  }

  function outcomeOf(kind: BookedTransfer['kind'], player: string, currency: string, units: bigint) {
    const balance = balances.get(player);
    const refuse = (status: string) => ({ state: 'refused', status }) as const;
    if (balance === undefined) return refuse('PLAYER_NOT_FOUND');
    if (currency !== options.currency) return refuse('WRONG_CURRENCY');
    if (kind === 'withdraw' && balance < units) return refuse('INSUFFICIENT_FUNDS');
    balances.set(player, kind === 'deposit' ? balance + units : balance - units);
    return { state: 'done', status: 'OK' } as const;
  }

  function answerOf(reference: string, { state, status, player, amount }: BookedTransfer): Answer {
    if (state !== 'done') return { status };
    return { status, reference, amount, balance: String(balances.get(player)), currencyExponent: 4 };
  }

  /** An unknown reference is closed: a request that arrives later with it is refused. */
  function statusOf(reference: string): Answer {
    const found = transfers.get(reference);
    if (!found)
      transfers.set(reference, { kind: 'deposit', player: '', currency: '', amount: '', state: 'closed', status: 'REFERENCE_CLOSED' });
    if (!found || found.state === 'closed') return { status: 'TRANSFER_NOT_FOUND' };
    const { kind, player, currency, amount, state } = found;
    return { status: 'OK', transfer: { kind, player, currency, amount, state } };
  }

  function history(body: Body): Answer {
    const from = Number(text(body.cursor).replace('after-', '') || '0');
    const limit = Number(body.limit);
    if (!isHeld) shown = entries.length;
    const end = Math.min(from + limit, shown);
    const page = entries.slice(Math.max(0, from - PAGE_OVERLAP), end);
    return { status: 'OK', entries: page, cursor: end === 0 ? null : `after-${end}`, more: end < shown };
  }

  return {
    balances,
    transfers,
    give: (player, units) => void balances.set(player, (balances.get(player) ?? 0n) + units),
    hold(next) {
      if (next) shown = entries.length;
      isHeld = next;
    },
    play(player, { gameId, stake, win, now, isOpen = false }) {
      const balance = balances.get(player) ?? 0n;
      if (balance < stake) return false;
      balances.set(player, balance - stake + (isOpen ? 0n : win));
      const round = `r${entries.length}`;
      const common = { player, roundId: round, gameId, currency: options.currency, at: now.toISOString(), shard: 'reef-7' };
      entries.push({ id: `${round}-bet`, kind: 'bet', amount: String(stake), ...common });
      if (!isOpen) entries.push({ id: `${round}-win`, kind: 'win', amount: String(win), betId: `${round}-bet`, endRound: true, ...common });
      return true;
    },
    perform: (operation, body) => {
      const player = text(body.player);
      const known = (answer: Answer): Answer => (balances.has(player) ? answer : { status: 'PLAYER_NOT_FOUND' });
      const operations: Readonly<Record<string, () => Answer>> = {
        player: () => openPlayer(player, body.currency),
        launch: () =>
          options.games.includes(text(body.gameId))
            ? known({ status: 'OK', url: options.urlOf?.(player, text(body.gameId)) ?? 'https://reef.test/play' })
            : { status: 'GAME_NOT_FOUND' },
        logout: () => known({ status: 'OK' }),
        balance: () => known({ status: 'OK', balance: String(balances.get(player)) }),
        deposit: () => transfer('deposit', body),
        withdraw: () => transfer('withdraw', body),
        status: () => statusOf(text(body.reference)),
        history: () => history(body),
      };
      return Object.hasOwn(operations, operation) ? operations[operation]?.() : undefined;
    },
  };
}
