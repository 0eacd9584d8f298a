import { randomUUID } from 'node:crypto';

interface PlayerSession {
  readonly player: string;
  expired: boolean;
}

/** Launch tickets, and the tokens that games get for them. */
export interface SessionBook {
  addTicket(player: string): string;
  /** Undefined for an unknown ticket. */
  playerOf(ticket: string): string | undefined;
  removeTicket(ticket: string): void;
  /** Returns the token of a new session. */
  open(player: string): string;
  find(token: string): Readonly<PlayerSession> | undefined;
  /** Ends the player's sessions. */
  expire(player: string): void;
  hasExpired(player: string): boolean;
}

export function createSessionBook(): SessionBook {
  const tickets = new Map<string, string>();
  const sessions = new Map<string, PlayerSession>();
  return {
    addTicket(player) {
      const ticket = randomUUID();
      tickets.set(ticket, player);
      return ticket;
    },
    playerOf: (ticket) => tickets.get(ticket),
    removeTicket: (ticket) => void tickets.delete(ticket),
    open(player) {
      const token = randomUUID();
      sessions.set(token, { player, expired: false });
      return token;
    },
    find: (token) => sessions.get(token),
    expire(player) {
      for (const session of sessions.values()) if (session.player === player) session.expired = true;
    },
    hasExpired: (player) => [...sessions.values()].some((one) => one.player === player && one.expired),
  };
}
