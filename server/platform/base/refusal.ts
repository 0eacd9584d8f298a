import type { FieldCode, RefusalCode } from '../../../shared/codes.ts';

export interface FieldRefusal {
  readonly code: FieldCode;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** An expected failure. It carries a code of a fixed list and parameters, but no text and no HTTP status: `http/` translates both. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly params: Readonly<Record<string, string | number>>;
  readonly fields: Readonly<Record<string, FieldRefusal>>;
  /** The next try needs a challenge or a captcha. */
  readonly captcha: boolean;

  constructor(
    code: RefusalCode,
    params: Readonly<Record<string, string | number>> = {},
    fields: Readonly<Record<string, FieldRefusal>> = {},
    { captcha = false }: { readonly captcha?: boolean } = {},
  ) {
    super(code);
    this.code = code;
    this.params = params;
    this.fields = fields;
    this.captcha = captcha;
  }
}
