import './lib/studio.css';
import './slot/slot.css';
import './slot/features.css';
import './slot/wins.css';
import './slot/rules.css';
import './slot/screens.css';
import { startGame } from './lib/game.ts';
import { createSlotView } from './slot/slot-view.ts';

startGame(createSlotView, 'spin');
