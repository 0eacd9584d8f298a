import './lib/studio.css';
import './dice/dice.css';
import { createDiceView } from './dice/dice-view.ts';
import { startGame } from './lib/game.ts';

startGame(createDiceView, 'dice');
