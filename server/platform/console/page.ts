import type { ReactElement } from 'react';
import type { BaseIssue, BaseSchema, InferOutput } from 'valibot';
import type { TextParameters } from '../../../shared/i18n/translate.ts';
import type { Action } from './roles.ts';
import type { OperatorSession } from './sessions.ts';
import type { TextKey } from './texts.ts';

/** What a page or a form of the console knows about its request. */
export interface ConsoleInput {
  readonly session: OperatorSession;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Address of whoever sits in front of it. */
  readonly address: string;
  /** The file of a form that brings one; empty where none was chosen. */
  readonly picture?: Buffer | undefined;
}

export interface ConsolePage {
  /** Below `/console`, with `:name` for what differs. */
  readonly path: string;
  readonly action: Action;
  readonly title: TextKey;
  /** Undefined: there is no such thing. */
  load(input: ConsoleInput): Promise<ReactElement | undefined>;
}

type Schema = BaseSchema<unknown, unknown, BaseIssue<unknown>>;

/** Where a form leads when it is done, and what is said there. */
export interface Done {
  readonly to: string;
  readonly said: TextKey;
}

/** A page instead, for what is to be seen this once and has no address. */
export interface Shown {
  readonly title: TextKey;
  readonly page: ReactElement;
  /** The form comes below it once more, with what was typed: somebody goes on with it. */
  readonly again?: boolean;
}

/** A picture or a file of the console. */
export interface ConsoleFile {
  readonly path: string;
  readonly action: Action;
  /** Undefined: there is no such thing. With a name it is saved, else shown. */
  load(input: ConsoleInput): Promise<{ readonly type: string; readonly bytes: Buffer; readonly name?: string } | undefined>;
}

/** Nothing was changed, and why, in the words of the console. For what members never hear of; else there are refusals. */
export class Stop extends Error {
  readonly key: TextKey;
  readonly parameters: TextParameters;
  /** The field that is to blame; empty: none of them alone. */
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
  /** Fields besides the form's key. Every field comes as text. */
  readonly body: S;
  /** A refusal is shown in words and changes nothing. */
  run(input: ConsoleInput, body: InferOutput<S>): Promise<Done | Shown>;
}

/** A form that is checked by its own schema, kept among forms of any. */
export function defineForm<S extends Schema>(form: ConsoleForm<S>): ConsoleForm {
  return form as unknown as ConsoleForm;
}

/** Pages and forms of one area of the console. */
export interface ConsoleArea {
  readonly pages: readonly ConsolePage[];
  readonly forms: readonly ConsoleForm[];
  readonly files?: readonly ConsoleFile[];
}
