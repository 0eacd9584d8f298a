export type Tool = 'wapiti' | 'sqlmap';

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A request that the tools vary. */
export interface Target {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly contentType?: typeof JSON_TYPE | typeof FORM_TYPE;
  readonly body?: string;
}

/** Whose session a request has. */
export interface Visitor {
  readonly cookie: string;
  /** What forms of the console carry beside their fields. */
  readonly formKey?: string;
}

export interface Finding {
  readonly tool: Tool;
  /** What kind of hole, in the tool's words. */
  readonly kind: string;
  /** Without its query. */
  readonly path: string;
  readonly parameter: string;
  readonly detail: string;
}

export interface Scan {
  readonly findings: readonly Finding[];
  /** Requests or addresses that the tool says it has been through. */
  readonly tested: number;
  /** What was not finished before its time was over; empty: everything was. */
  readonly unfinished: readonly string[];
}

export interface Order {
  readonly url: string;
  readonly targets: readonly Target[];
  /** For what the tool writes; its own. */
  readonly folder: string;
  readonly seconds: number;
  /** For wapiti: only stages with one of these. */
  readonly modules?: readonly string[] | undefined;
}
