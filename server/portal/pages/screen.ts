/** Screens outside of the route table. */
export type Screen =
  | {
      readonly kind: 'maintenance';
      readonly status: 503;
      readonly until: string | null;
      /** The operator's message, by language. */
      readonly texts: Readonly<Record<string, string>>;
      readonly timeZone: string;
    }
  | { readonly kind: 'restricted'; readonly status: 451; readonly address: string; readonly country: string | undefined }
  | { readonly kind: 'error'; readonly status: number };
