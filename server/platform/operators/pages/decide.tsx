import type { OperatorSession } from '../sessions.ts';
import { Collapsible, Form, Reason } from './parts.tsx';
import { tx } from './texts.ts';

interface DecideProps {
  readonly session: OperatorSession;
  readonly id: string;
  /** Paths of the two forms. */
  readonly approve: string;
  readonly reject: string;
  /** The operator has approved already and is not offered it again. */
  readonly hasAgreed?: boolean;
}

/** The two decisions about something that waits, each with a reason. */
export function Decide({ session, id, approve, reject, hasAgreed = false }: DecideProps) {
  return (
    <>
      {hasAgreed ? null : (
        <Collapsible title={tx('approve')}>
          <Form session={session} to={approve} submit={tx('approve')} fixed={{ id }}>
            <Reason />
          </Form>
        </Collapsible>
      )}
      <Collapsible title={tx('reject')}>
        <Form session={session} to={reject} submit={tx('reject')} danger fixed={{ id }}>
          <Reason />
        </Form>
      </Collapsible>
    </>
  );
}
