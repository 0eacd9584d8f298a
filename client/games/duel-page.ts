import './lib/studio.css';
import './lib/cards.css';
import './duel/duel.css';
import { createDuelView } from './duel/duel-view.ts';
import { startGame } from './lib/game.ts';

startGame(createDuelView, 'cards');
