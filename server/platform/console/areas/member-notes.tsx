import { Card, Collapsible, type ConsoleInput, Form, Input, Table, Time, tx } from '../../operators/index.ts';
import type { MemberFacts } from './member-reads.ts';

interface NotesProps {
  readonly session: ConsoleInput['session'];
  readonly memberId: string;
  readonly notes: MemberFacts['notes'];
}

/** Notes between operators about a member. Members never see them. */
export function MemberNotes({ session, memberId, notes }: NotesProps) {
  return (
    <Card title={tx('notes')}>
      <Table
        caption={tx('notes')}
        heads={[tx('time'), tx('operator'), tx('note')]}
        rows={notes.map((row) => ({
          key: row.id,
          cells: [
            <Time key="at" at={row.at} />,
            row.operator,
            <span key="note" dir="auto">
              {row.reason}
            </span>,
          ],
        }))}
        empty={tx('notesNone')}
      />
      <Collapsible title={tx('noteAdd')}>
        <Form session={session} to="/members/note" submit={tx('noteAdd')} fixed={{ id: memberId }}>
          <Input name="note" label={tx('note')} hint={tx('noteHint')} rows={3} maxLength={1_000} />
        </Form>
      </Collapsible>
    </Card>
  );
}
