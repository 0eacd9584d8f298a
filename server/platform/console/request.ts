import type { Request, Response } from 'express';
import type { ConsolePage, OperatorSession } from '../operators/index.ts';

export function sessionOf(response: Response): OperatorSession | undefined {
  return response.locals.session as OperatorSession | undefined;
}

/** Name of the merchant's site. */
export function brandOf(response: Response): string {
  return String(response.locals.brand ?? '');
}

/** Pages of the menu, of all roles. */
export function menuOf(response: Response): readonly ConsolePage[] {
  return (response.locals.menu as readonly ConsolePage[] | undefined) ?? [];
}

/** Time zone of the merchant. */
export function zoneOf(response: Response): string {
  return String(response.locals.timeZone ?? 'UTC');
}

export function queryOf(request: Request): URLSearchParams {
  return new URL(request.originalUrl, 'http://console').searchParams;
}

export function addressOf(request: Request): string {
  return (request.get('X-Client-Address') ?? request.socket.remoteAddress ?? '').slice(0, 64);
}
