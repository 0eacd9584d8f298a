import './lib/studio.css';
import './lib/chips.css';
import './table/table.css';
import './table/record.css';
import './table/dice.css';
import './table/sideways.css';
import './table/upright.css';
import { sicBoParts } from './table/sic-bo-parts.ts';
import { startTable } from './table/start-table.ts';

startTable(sicBoParts);
