import './lib/studio.css';
import './fish/sea.css';
import './fish/fish.css';
import { createFishView } from './fish/fish-view.ts';
import { startGame } from './lib/game.ts';

startGame(createFishView, 'target');
