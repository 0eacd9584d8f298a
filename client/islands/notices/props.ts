import type { PopupTime } from '../../../shared/api/publishing/constants.ts';

export interface NoticeView {
  readonly id: string;
  readonly title: string;
  /** Sanitised by the server. */
  readonly html: string;
  readonly dateText: string;
}

/** A pop-up with its display time. */
export interface PopupView extends NoticeView {
  readonly when: PopupTime;
  readonly href: string;
  readonly action: string;
}

/** Addresses of the site. `hydrate="load"`. */
export interface DomainRoutesProps {
  readonly routes: readonly DomainRouteView[];
}

export interface DomainRouteView {
  readonly url: string;
  /** Host for display. */
  readonly host: string;
  /** Last measurement of the platform in milliseconds; null: no response. */
  readonly speed: number | null;
}
