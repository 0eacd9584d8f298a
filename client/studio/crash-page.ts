import './lib/studio.css';
import './crash/crash.css';
import { startCrash } from './crash/start-crash.ts';

startCrash();
