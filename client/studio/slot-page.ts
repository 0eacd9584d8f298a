import './lib/studio.css';
import './slot/slot.css';
import { startGame } from './lib/game.ts';
import { createSlotView } from './slot/slot-view.ts';

startGame(createSlotView, 'spin');
