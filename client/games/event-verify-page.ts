import { showEventProof } from './verify/event-page.ts';

showEventProof(import.meta.url);
