export type Tool = 'wapiti' | 'sqlmap';

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A request that the tools vary. */
export interface Target {
  readonly method: string;
  /** Including its query. */
  readonly path: string;
  readonly contentType?: typeof JSON_TYPE | typeof FORM_TYPE;
  readonly body?: string;
}

/** The user whose session the request carries. */
export interface Visitor {
  readonly cookie: string;
  /** Hidden fields of console forms. */
  readonly formKey?: string;
}

export interface Finding {
  readonly tool: Tool;
  /** Kind of vulnerability, in the tool's terms. */
  readonly kind: string;
  /** Without its query. */
  readonly path: string;
  readonly parameter: string;
  readonly detail: string;
}

export interface Scan {
  readonly findings: readonly Finding[];
  /** Requests or addresses that the tool reports as tested. */
  readonly tested: number;
  /** Stages that exceeded their time limit; empty when all finished. */
  readonly unfinished: readonly string[];
}

export interface Order {
  readonly url: string;
  readonly targets: readonly Target[];
  /** Working folder of the tool. */
  readonly folder: string;
  readonly seconds: number;
  /** For wapiti: run only stages with one of these modules. */
  readonly modules: readonly string[] | undefined;
}
