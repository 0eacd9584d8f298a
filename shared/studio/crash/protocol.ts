/**
 * A shared flight towards its page, JSON over HTTP. `flight` and `stream` are open to everybody (`?gameId=`); on a stream
 * that carries the studio token the player's own bets follow. Amounts are wire decimals, multipliers hundredths.
 */
export const FLIGHT_API = {
  flight: '/studio/api/flight',
  stream: '/studio/api/flight-stream',
  bet: '/studio/api/flight-bet',
  bets: '/studio/api/flight-bets',
  cashOut: '/studio/api/cash-out',
} as const;

/** `crash` and `serverSeed` are there once the flight is over, never before. */
export interface FlightRound {
  readonly roundId: string;
  readonly issue: string;
  /** Bets are taken from then on. */
  readonly opensAt: string;
  /** Bets end, and the multiplier begins to rise. */
  readonly takesOffAt: string;
  readonly state: 'open' | 'over';
  readonly seedHash: string;
  readonly crash: number | null;
  readonly serverSeed: string | null;
  readonly verifyUrl: string;
}

/** A flight that is over. */
export interface PastFlight {
  readonly crash: number;
  readonly verifyUrl: string;
}

/** The bets with real money on a flight, of all players together. Nobody is named, and nothing is added. */
export interface Crowd {
  readonly roundId: string;
  readonly bets: number;
  /** Of them, those that have not been cashed out. */
  readonly inPlay: number;
  /** Stakes by currency. */
  readonly stakes: Readonly<Record<string, string>>;
}

/** `GET flight`, and the first event of a stream. `history`: flights before this one, the last first. */
export interface FlightAnswer {
  readonly now: string;
  readonly round: FlightRound | null;
  readonly history: readonly PastFlight[];
  readonly crowd: Crowd | null;
}

/** `POST bet`: `key` as in a `PlayRequest`, one key, one bet. */
export interface FlightBetRequest {
  readonly key: string;
  readonly roundId: string;
  readonly stake: string;
  /** Auto cash-out in hundredths; null: none, the bet goes to the highest multiplier that its stake may have. */
  readonly target: number | null;
}

export interface FlightBet {
  readonly betId: string;
  /** Of the request that placed it, so that a page knows its bets again. */
  readonly key: string;
  readonly roundId: string;
  readonly issue: string;
  readonly stake: string;
  readonly target: number;
  /** The multiplier at which it was cashed out, by hand or by its target. */
  readonly cashed: number | null;
  /** What it pays or has paid; nothing while it is open. */
  readonly payout: string;
  /** `pending`: the wallet has not answered for the stake. `owed`: cashed out or lost, and not yet booked. */
  readonly status: 'pending' | 'open' | 'owed' | 'settled' | 'refunded';
  /** Where its flight crashed. */
  readonly crash: number | null;
  readonly placedAt: string;
  readonly verifyUrl: string;
}
/** Also the event `bet` of a stream; `balance` is null when the wallet did not tell one. */
export interface FlightBetAnswer {
  readonly bet: FlightBet;
  readonly balance: string | null;
}
/** `GET bets`: those in play and the last ended ones, newest first. */
export interface FlightBetsAnswer {
  readonly bets: readonly FlightBet[];
  readonly balance: string | null;
}

/** `POST cash-out`. What counts is when it arrives; asked again it answers the same. */
export interface CashOutRequest {
  readonly betId: string;
}

/** Events of a stream by name. `tick` comes several times a second while the multiplier rises: a sign that it still does. */
export interface FlightStreamEvents {
  readonly flight: FlightAnswer;
  readonly round: { readonly now: string; readonly round: FlightRound };
  readonly crowd: Crowd;
  readonly bet: FlightBetAnswer;
  readonly tick: { readonly now: string; readonly elapsed: number };
}
