import { isRoundSigned } from '../../shared/games/lottery/verify-beacon.ts';
import { showEventProof } from './verify/event-page.ts';

// A page of its own: the check of signatures is larger than all other proofs, and a saved copy has it without loading anything.
showEventProof(import.meta.url, isRoundSigned);
