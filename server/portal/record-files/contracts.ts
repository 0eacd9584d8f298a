import type { RecordPeriod } from '../../../client/islands/records/props.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { Upstream, Visitor } from '../contracts.ts';
import type { Query } from '../pages/page-view.ts';
import type { Days } from '../pages/records/record-period.ts';

/** Up to a thousand lines of a file, and the cursor of the next batch. */
export interface Batch {
  readonly lines: readonly (readonly string[])[];
  readonly next: string | null;
}

export interface FileInput {
  readonly upstream: Upstream;
  readonly visitor: Visitor;
  readonly query: Query;
  readonly days: Days;
  readonly timeZone: string;
  readonly t: Translate;
}

/** A record as a file: its name, its heading line, and the call that loads its lines. */
export interface RecordFile {
  readonly page: string;
  readonly name: string;
  readonly maxDays: number;
  /** Period of the page without one in the address; default: today. */
  readonly usual?: RecordPeriod;
  headings(input: FileInput): readonly string[];
  load(input: FileInput, cursor: string | undefined): Promise<Envelope<Batch>>;
}
