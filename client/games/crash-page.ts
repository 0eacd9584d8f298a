import './lib/studio.css';
import './crash/crash.css';
import './crash/bets.css';
import './crash/sideways.css';
import './crash/upright.css';
import { startCrash } from './crash/start-crash.ts';

startCrash();
