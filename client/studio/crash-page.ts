import './lib/studio.css';
import './crash/crash.css';
import './crash/bets.css';
import { startCrash } from './crash/start-crash.ts';

startCrash();
