import './lib/studio.css';
import './digits/digits.css';
import './digits/screens.css';
import { createDigitsView } from './digits/digits-view.ts';
import { startGame } from './lib/game.ts';

startGame(createDigitsView, 'play');
