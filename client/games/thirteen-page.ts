import './lib/studio.css';
import './lib/cards.css';
import './rooms/room-lobby.css';
import './rooms/room-table.css';
import './rooms/room-felt.css';
import './rooms/room-hand.css';
import './rooms/room-result.css';
// Overrides the sheets above for other screen sizes, so it is imported last.
import './rooms/room-screens.css';
import { startRoom } from './rooms/start-room.ts';

startRoom();
