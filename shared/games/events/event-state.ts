/** `open`: the seed is secret. `drawn`: the result is final. `void`: the event was not played in time, and stakes are refunded. */
export type EventState = 'open' | 'drawn' | 'void';
