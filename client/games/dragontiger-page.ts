import './lib/studio.css';
import './lib/cards.css';
import './lib/chips.css';
import './table/table.css';
import './table/cards.css';
import './table/roads.css';
import './table/sideways.css';
import './table/upright.css';
import { dragonTigerParts } from './table/dragon-tiger-parts.ts';
import { startTable } from './table/start-table.ts';

startTable(dragonTigerParts);
