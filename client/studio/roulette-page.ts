import './lib/studio.css';
import './roulette/roulette.css';
import { startGame } from './lib/game.ts';
import { createRouletteView } from './roulette/roulette-view.ts';

startGame(createRouletteView, 'spin');
