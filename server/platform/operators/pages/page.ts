import type { ReactElement } from 'react';
import type { BaseIssue, BaseSchema, InferOutput } from 'valibot';
import type { RefusalCode } from '../../../../shared/codes.ts';
import type { TextParameters } from '../../../../shared/i18n/translate.ts';
import type { Action } from '../roles.ts';
import type { OperatorSession } from '../sessions.ts';
import type { TextKey } from './texts.ts';

/** Request data of a page or form. */
export interface ConsoleInput {
  readonly session: OperatorSession;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Of the merchant: entered times are read in it. */
  readonly timeZone: string;
  /** IP address of the operator. */
  readonly address: string;
  /** Uploaded file of a form with a picture; empty if none was chosen. */
  readonly picture: Buffer | undefined;
}

/** Groups of the menu in their order. The first one has no heading. */
export const MENU_GROUPS = ['start', 'money', 'members', 'rewards', 'service', 'site', 'control'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

export interface MenuPlace {
  readonly group: MenuGroup;
  /** Order within the group, in steps of 10. */
  readonly place: number;
}

export interface ConsolePage {
  /** Below `/console`; parameters as `:name`. */
  readonly path: string;
  readonly action: Action;
  readonly title: TextKey;
  /** Where the menu leads to it, for roles that may see it; absent: nowhere. The entry has the title as its text. */
  readonly inMenu?: MenuPlace;
  /** Undefined: not found. */
  load(input: ConsoleInput): Promise<ReactElement | undefined>;
}

type Schema = BaseSchema<unknown, unknown, BaseIssue<unknown>>;

/** Redirect after a form, with the message to show there. */
export interface FormRedirect {
  readonly to: string;
  readonly message: TextKey;
}

/** A page in place of a redirect, for content that is shown once and has no address. */
export interface OneTimePage {
  readonly title: TextKey;
  readonly page: ReactElement;
  /** The form is shown again below it with its values, to continue. */
  readonly repeatsForm?: boolean;
}

/** A picture or an export file. */
export interface ConsoleFile {
  readonly path: string;
  readonly action: Action;
  /** Undefined: not found. With a name it is downloaded, otherwise displayed. */
  load(input: ConsoleInput): Promise<{ readonly type: string; readonly bytes: Buffer; readonly name?: string } | undefined>;
}

/** The action was refused and nothing was changed. Used for reasons that only operators see; reasons that members see are `Refusal`s. */
export class OperatorError extends Error {
  readonly key: TextKey;
  readonly parameters: TextParameters;
  /** Name of the field in error; empty: none. */
  readonly field: string;

  constructor(key: TextKey, parameters: TextParameters = {}, field = '') {
    super(key);
    this.key = key;
    this.parameters = parameters;
    this.field = field;
  }
}

export interface ConsoleForm<S extends Schema = Schema> {
  readonly path: string;
  readonly action: Action;
  /** Fields besides the form key. All values arrive as text. */
  readonly body: S;
  /** Fields of refusals that members read too, by code; others are of the whole form. */
  readonly refusalFields?: Readonly<Partial<Record<RefusalCode, string>>>;
  /** A refusal is shown as text and changes nothing. */
  run(input: ConsoleInput, body: InferOutput<S>): Promise<FormRedirect | OneTimePage>;
}

/** Drops the type of the schema so that forms fit into one list. `run` receives only what the schema accepted. */
export function defineForm<S extends Schema>(form: ConsoleForm<S>): ConsoleForm {
  return form as unknown as ConsoleForm;
}

/** Pages and forms of one area of the console. */
export interface ConsoleArea {
  readonly pages: readonly ConsolePage[];
  readonly forms: readonly ConsoleForm[];
  readonly files?: readonly ConsoleFile[];
}
