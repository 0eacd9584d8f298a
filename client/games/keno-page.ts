import './lib/studio.css';
import './keno/keno.css';
import './keno/screens.css';
import { createKenoView } from './keno/keno-view.ts';
import { startGame } from './lib/game.ts';

startGame(createKenoView, 'play');
