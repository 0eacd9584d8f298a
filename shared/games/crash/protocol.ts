/**
 * JSON over HTTP between the studio and the page of a crash game. `flight` and `stream` are public (`?gameId=`); a stream opened
 * with the studio token also carries the player's own bets. Amounts are wire decimals, multipliers are hundredths.
 */
export const FLIGHT_API = {
  flight: '/studio/api/flight',
  stream: '/studio/api/flight-stream',
  bet: '/studio/api/flight-bet',
  bets: '/studio/api/flight-bets',
  cashOut: '/studio/api/cash-out',
} as const;

/** `crash` and `serverSeed` are present only after the crash. */
export interface FlightRound {
  readonly roundId: string;
  readonly issue: string;
  /** Start of the betting phase. */
  readonly opensAt: string;
  /** End of the betting phase and take-off. */
  readonly takesOffAt: string;
  readonly state: 'open' | 'over';
  readonly seedHash: string;
  readonly crash: number | null;
  readonly serverSeed: string | null;
  readonly verifyUrl: string;
}

/** A completed flight. */
export interface PastFlight {
  readonly crash: number;
  readonly verifyUrl: string;
}

/** Totals of the real-money bets of all players on a flight. Players are anonymous, and no bets are simulated. */
export interface Crowd {
  readonly roundId: string;
  readonly bets: number;
  /** Bets that have not been cashed out. */
  readonly inPlay: number;
  /** Stakes by currency. */
  readonly stakes: Readonly<Record<string, string>>;
}

/** Answer of `GET flight`, and the first event of a stream. `history` lists earlier flights, newest first. */
export interface FlightAnswer {
  readonly now: string;
  readonly round: FlightRound | null;
  readonly history: readonly PastFlight[];
  readonly crowd: Crowd | null;
}

/** Body of `POST bet`. `key` is an idempotency key, as in a `PlayRequest`. */
export interface FlightBetRequest {
  readonly key: string;
  readonly roundId: string;
  readonly stake: string;
  /** Auto cash-out in hundredths. Null: the bet stays open up to the highest multiplier allowed for its stake. */
  readonly target: number | null;
}

export interface FlightBet {
  readonly betId: string;
  /** Key of the request that placed the bet, so that a page recognises its own bets. */
  readonly key: string;
  readonly roundId: string;
  readonly issue: string;
  readonly stake: string;
  readonly target: number;
  /** The multiplier of the cash-out, manual or automatic. */
  readonly cashed: number | null;
  /** The payout; absent while the bet is open. */
  readonly payout: string;
  /** `pending`: the wallet has not answered the stake request. `owed`: cashed out or lost, but not booked yet. */
  readonly status: 'pending' | 'open' | 'owed' | 'settled' | 'refunded';
  /** Multiplier of the crash. */
  readonly crash: number | null;
  readonly placedAt: string;
  readonly verifyUrl: string;
}
/** Answer to a bet, and the event `bet` of a stream. `balance` is null when the wallet did not return one. */
export interface FlightBetAnswer {
  readonly bet: FlightBet;
  readonly balance: string | null;
}
/** Answer of `GET bets`: open bets and the last completed ones, newest first. */
export interface FlightBetsAnswer {
  readonly bets: readonly FlightBet[];
  readonly balance: string | null;
}

/** Answer of `POST cash-out`. The arrival time at the server decides. The request is idempotent. */
export interface CashOutRequest {
  readonly betId: string;
}

/** Events of a stream by name. `tick` is sent several times a second while the multiplier rises, as a heartbeat. */
export interface FlightStreamEvents {
  readonly flight: FlightAnswer;
  readonly round: { readonly now: string; readonly round: FlightRound };
  readonly crowd: Crowd;
  readonly bet: FlightBetAnswer;
  readonly tick: { readonly now: string; readonly elapsed: number };
}
