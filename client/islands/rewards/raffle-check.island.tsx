import { useState } from 'react';
import { raffleProof } from '../../../shared/api/raffles/calls.ts';
import type { RaffleProof } from '../../../shared/api/raffles/schemas.ts';
import { drawRaffle, raffleSeedHash, readTakenBack, readTicketList, textHash } from '../../../shared/rules/raffle-draw.ts';
import { call, canSeal, problemText } from '../../page/call.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { RaffleCheckProps } from './props.ts';

type Step = 'seed' | 'list' | 'winners' | 'own';
interface Finding {
  readonly step: Step;
  readonly isRight: boolean;
}

/** Computes the draw of a raffle again in the browser, with the code of the platform. */
export default function RaffleCheck({ t, raffleId, own }: RaffleCheckProps & IslandContext) {
  const [state, setState] = useState<{ busy: boolean; problem: string; findings: readonly Finding[] }>({
    busy: false,
    problem: '',
    findings: [],
  });
  const check = async () => {
    if (state.busy) return;
    if (!canSeal()) return setState({ busy: false, problem: t('raffle.insecure'), findings: [] });
    setState({ busy: true, problem: '', findings: [] });
    const answer = await call(raffleProof, { query: { raffleId } });
    if (!answer.success) return setState({ busy: false, problem: problemText(t, answer), findings: [] });
    setState({ busy: false, problem: '', findings: await findingsOf(answer.value, own) });
  };
  return (
    <div>
      <Button type="button" busy={state.busy} onClick={() => void check()}>
        {t(state.findings.length > 0 ? 'raffle.checkAgain' : 'raffle.check')}
      </Button>
      <FormMessage text={state.problem} />
      <ul aria-live="polite">
        {state.findings.map(({ step, isRight }) => (
          <li key={step} className={display.message} data-kind={isRight ? 'done' : 'error'}>
            <Icon name={isRight ? 'circle-check' : 'triangle-alert'} />
            {t(`raffle.${step}_${isRight ? 'yes' : 'no'}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

async function findingsOf(proof: RaffleProof, own: RaffleCheckProps['own']): Promise<readonly Finding[]> {
  const { list, listHash, seed, seedHash } = proof;
  const findings: Finding[] = [];
  if (seed !== null) findings.push({ step: 'seed', isRight: (await raffleSeedHash(seed)) === seedHash });
  if (listHash !== null) findings.push({ step: 'list', isRight: (await textHash(list)) === listHash });
  if (seed !== null) findings.push({ step: 'winners', isRight: await areWinners(proof) });
  if (own !== null) findings.push({ step: 'own', isRight: list.includes(`\n${own.code} ${own.first} ${own.last}\n`) });
  return findings;
}

async function areWinners({ list, listHash, seed, takenBack, prizes, winners }: RaffleProof): Promise<boolean> {
  const [ranges, back] = [readTicketList(list), readTakenBack(takenBack)];
  if (!ranges || !back || seed === null || listHash === null) return false;
  const drawn = await drawRaffle({ seed, listHash, tickets: ranges.at(-1)?.last ?? 0, takenBack: back, prizes });
  const codeOf = (ticket: number) => ranges.find(({ first, last }) => first <= ticket && ticket <= last)?.code;
  return (
    drawn.length === winners.length &&
    winners.every(({ place, ticket, code }, index) => place === index + 1 && ticket === drawn[index] && code === codeOf(ticket))
  );
}
