import './lib/studio.css';
import './lib/chips.css';
import './roulette/wheel.css';
import './roulette/table.css';
import './roulette/screens.css';
import './roulette/phone.css';
import { startGame } from './lib/game.ts';
import { createRouletteView } from './roulette/roulette-view.ts';

startGame(createRouletteView, 'spin');
