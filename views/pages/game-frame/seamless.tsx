import '../../../client/styles/index.css';
import { GamePage, type GamePageProps } from './game.tsx';

/** A vendor in seamless mode: the game frame with the header only. */
export function SeamlessPage(props: GamePageProps) {
  return <GamePage {...props} />;
}
