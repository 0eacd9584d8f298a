import './lib/studio.css';
import './lib/chips.css';
import './roulette/wheel.css';
import './roulette/table.css';
import './table/table.css';
import './table/record.css';
import './table/wheel-table.css';
import './table/sideways.css';
import './table/upright.css';
import './roulette/phone.css';
import { startTable } from './table/start-table.ts';
import { wheelParts } from './table/wheel-parts.ts';

startTable(wheelParts);
