import { drawDistinct, fairStream } from '../fairness.ts';
import { asciiBytes, sha256, toHex } from '../sha256.ts';
import { beats, byPower, comboOf, combosIn, orderOf, powerOf } from './combos.ts';

export const HAND_CARDS = 13;
const FEWEST_PLAYERS = 2;
const MAX_PLAYERS = 4;
const DECK = 52;

/** No cards: a pass. `auto`: made by the time-out rule. */
export interface Move {
  readonly player: number;
  readonly cards: readonly number[];
  readonly auto?: boolean;
}

/** State of a hand between two moves. Players are numbered in seat order from 0. */
export interface HandState {
  readonly hands: readonly (readonly number[])[];
  readonly turn: number;
  /** The combination to beat; null when the current player leads. */
  readonly trick: { readonly player: number; readonly cards: readonly number[] } | null;
  /** Players who have passed in this trick. */
  readonly passed: readonly number[];
  /** Card that the first move must include. */
  readonly opening: number | null;
  readonly winner: number | null;
}

export type MoveRefusal = 'over' | 'turn' | 'cards' | 'combo' | 'opening' | 'lead' | 'low';

/** Combines the client seeds of all dealt-in players, in seat order, into the client seed of the stream. */
export function jointSeed(clientSeeds: readonly string[]): string {
  return toHex(sha256(asciiBytes(clientSeeds.join(':'))));
}

/** Deals thirteen cards to each player from one deck, one at a time in seat order. */
export function dealHands(serverSeed: string, clientSeeds: readonly string[], nonce: number): readonly (readonly number[])[] {
  const players = clientSeeds.length;
  if (players < FEWEST_PLAYERS || players > MAX_PLAYERS) throw new RangeError(`${players} players`);
  const drawn = drawDistinct(fairStream(serverSeed, jointSeed(clientSeeds), nonce), DECK, players * HAND_CARDS);
  return clientSeeds.map((_, player) => byPower(drawn.filter((_card, index) => index % players === player).map((card) => card - 1)));
}

/** The player with the lowest dealt card leads, with that card. */
export function openHand(hands: readonly (readonly number[])[]): HandState {
  const opening = byPower(hands.flat())[0] ?? 0;
  return { hands, turn: hands.findIndex((hand) => hand.includes(opening)), trick: null, passed: [], opening, winner: null };
}

/** Why a move is not allowed; undefined when it is. */
export function refusalOf(state: HandState, { player, cards }: Move): MoveRefusal | undefined {
  if (state.winner !== null) return 'over';
  if (player !== state.turn) return 'turn';
  if (cards.length === 0) return state.trick === null ? 'lead' : undefined;
  if (new Set(cards).size !== cards.length || !cards.every((card) => state.hands[player]?.includes(card))) return 'cards';
  const combo = comboOf(cards);
  if (!combo) return 'combo';
  if (state.opening !== null && !cards.includes(state.opening)) return 'opening';
  const over = state.trick && comboOf(state.trick.cards);
  return over && !beats(combo, over) ? 'low' : undefined;
}

/** State after a valid move. */
export function afterMove(state: HandState, { player, cards }: Move): HandState {
  if (cards.length === 0) return nextTurn({ ...state, passed: [...state.passed, player] });
  const hands = state.hands.map((hand, index) => (index === player ? hand.filter((card) => !cards.includes(card)) : hand));
  const winner = hands[player]?.length === 0 ? player : null;
  const next = { ...state, hands, trick: { player, cards }, opening: null, winner };
  return winner === null ? nextTurn(next) : next;
}

/** The next player who has not passed. When the turn returns to the last player who played, that player leads again. */
function nextTurn(state: HandState): HandState {
  const players = state.hands.length;
  const order = Array.from({ length: players }, (_, step) => (state.turn + 1 + step) % players);
  const turn = order.find((player) => !state.passed.includes(player)) ?? state.turn;
  return state.trick?.player === turn ? { ...state, turn, trick: null, passed: [] } : { ...state, turn };
}

/** Replays the recorded moves of a hand. A move that the rules refuse means that the record is corrupt. */
export function replay(hands: readonly (readonly number[])[], moves: readonly Move[]): HandState {
  return moves.reduce((state, move) => {
    const refusal = refusalOf(state, move);
    if (refusal) throw new RangeError(`move refused: ${refusal}`);
    return afterMove(state, move);
  }, openHand(hands));
}

/** The move on a time-out: a pass, or the lowest card when the player must lead. */
export function automaticMove(state: HandState): Move {
  const lowest = byPower(state.hands[state.turn] ?? [])[0] ?? 0;
  return { player: state.turn, cards: state.trick === null ? [lowest] : [], auto: true };
}

/** The weakest valid answer; as a lead, the combination that contains the lowest card. Uses only what the player at turn can see. */
export function suggestion(state: HandState): readonly number[] {
  const hand = byPower(state.hands[state.turn] ?? []);
  return state.trick === null ? leadOf(hand) : answerOf(hand, state.trick.cards);
}

const TWO = 12;

function leadOf(hand: readonly number[]): readonly number[] {
  const [lowest = 0] = hand;
  const alike = hand.filter((card) => orderOf(card) === orderOf(lowest));
  if (alike.length > 1 && alike.length < 4) return alike;
  const lengths = Array.from({ length: HAND_CARDS }, (_, index) => HAND_CARDS - index).filter((length) => length >= 3);
  for (const length of lengths) {
    const run = combosIn(hand, 'straight', length).find((cards) => cards.includes(lowest));
    if (run) return run;
  }
  return [lowest];
}

function answerOf(hand: readonly number[], trick: readonly number[]): readonly number[] {
  const over = comboOf(trick);
  if (!over) return [];
  const same = combosIn(hand, over.kind, over.length);
  const chops = [...combosIn(hand, 'pairs', 6), ...combosIn(hand, 'four', 4), ...combosIn(hand, 'pairs', 8)];
  return [...same, ...chops].find((cards) => beats(comboOf(cards) ?? over, over)) ?? [];
}

/** Variant for bots: holds back twos early in a hand unless they can end it. */
export function botMove(state: HandState): Move {
  const { turn, trick } = state;
  const hand = state.hands[turn] ?? [];
  const cards = suggestion(state);
  const spendsTwo = cards.some((card) => orderOf(card) === TWO) && cards.length < hand.length;
  const mayWait = trick !== null && hand.length > 7 && powerOf(trick.cards.at(-1) ?? 0) < TWO * 4;
  return { player: turn, cards: spendsTwo && mayWait ? [] : cards };
}
