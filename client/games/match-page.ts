import './lib/studio.css';
import './match/match.css';
import './match/board.css';
import './match/tickets.css';
import './match/slip.css';
import './match/phone.css';
import './match/wide.css';
import { startMatch } from './match/start-match.ts';

startMatch();
