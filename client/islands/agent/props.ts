/** `hydrate="visible"`. Copies and shares an invitation link. */
export interface LinkActionsProps {
  readonly url: string;
  /** Name of the site, for the sharing dialog of the device. */
  readonly title: string;
}
