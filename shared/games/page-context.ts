import type { Texts } from '../i18n/translate.ts';
import type { Engine, Variant } from './catalogue.ts';
import type { EventState } from './events/event-state.ts';
import type { EventEvidence } from './events/protocol.ts';
import type { StudioRound } from './protocol.ts';
import type { HandEvidence } from './rooms/protocol.ts';
import type { SlotLook } from './slot-looks.ts';

/**
 * What the studio's documents hand to their script, as JSON in `data-context` of `<div id="game">`. The document:
 *
 *   <html lang="en" dir="ltr" data-theme="dark"> ... <div id="game" data-context="{...}"></div>
 *   <script type="module" src="/assets/<engine>-page-<hash>.js"></script>
 *
 * The frame has an opaque origin: the module and its chunks are fetched with `Origin: null`, so `/assets` and
 * `/studio/api` answer `Access-Control-Allow-Origin: *` (a bearer token, never a cookie, says who plays).
 * No inline style or script is used; styles are set through the CSSOM.
 */
export interface GamePageContext {
  readonly gameId: string;
  readonly name: string;
  readonly engine: Engine;
  readonly variant: Variant;
  readonly hue: number;
  /** For slots: frame and backdrop of the theme. */
  readonly look?: SlotLook;
  /** Percent of the published return, such as "96.21". */
  readonly rtp: string;
  /** Language code on the wire ("EN") and as BCP 47 tag ("en"). */
  readonly language: string;
  readonly languageTag: string;
  readonly theme: 'dark' | 'light';
  /** Launch ticket, valid for one session; empty when the document was opened without one. */
  readonly ticket: string;
  /** All texts of the area `studio` in the page's language, as `studio.<key>`, with English where a translation is missing. */
  readonly texts: Texts;
}

/** Context of `/studio/verify/<roundId>`, a document of its own (no frame). `round` is null when the id is unknown. */
export interface VerifyPageContext {
  readonly language: string;
  readonly languageTag: string;
  readonly theme: 'dark' | 'light';
  readonly gameName: string;
  /** Hash of the rules under which the round was played; the current rules of the game may differ. */
  readonly variant: Variant | null;
  /** The printed text of those rules (`printedRules`); null for rounds older than the stored list. */
  readonly rules: string | null;
  /** Of the amounts; empty without amounts. */
  readonly currency: string;
  readonly round: StudioRound | null;
  readonly texts: Texts;
  readonly back: WayBack;
}

/** Context of the verifier of an event or of a bet on one. `evidence` is present once the event is drawn. */
export interface EventVerifyPageContext {
  readonly language: string;
  readonly languageTag: string;
  readonly theme: 'dark' | 'light';
  readonly gameName: string;
  /** Of the amounts; empty without amounts. */
  readonly currency: string;
  readonly state: EventState;
  readonly evidence: EventEvidence | null;
  readonly texts: Texts;
  readonly back: WayBack;
}

/** Context of the verifier of a hand in the rooms or of a player's part in one. `evidence` is present once the hand is over. */
export interface HandVerifyPageContext {
  readonly language: string;
  readonly languageTag: string;
  readonly theme: 'dark' | 'light';
  readonly gameName: string;
  /** Of the amounts; empty without amounts. */
  readonly currency: string;
  readonly pending: boolean;
  readonly evidence: HandEvidence | null;
  readonly texts: Texts;
  readonly back: WayBack;
}

/** Where a visitor of a proof came from. */
export interface WayBack {
  /** A path of this site. */
  readonly path: string;
  /** Name of what it leads to; empty: the page that linked to the proof. */
  readonly name: string;
  /** A game has opened the tab, which has the sandbox of the game: the tab is closed instead, and the game is in the one before. */
  readonly closes: boolean;
}
