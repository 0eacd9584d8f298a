import './lib/studio.css';
import './match/match.css';
import { startMatch } from './match/start-match.ts';

startMatch();
