import { followCarousel } from './runtime/carousel.ts';
import { delegateClicks } from './runtime/delegated-clicks.ts';
import { IslandElement, loadReactEarly } from './runtime/island-element.ts';
import { followSession } from './runtime/page-session.ts';
import { followPictures } from './runtime/pictures.ts';
import { followPopups } from './runtime/popups.ts';
import { showPrivacy } from './runtime/privacy.ts';
import { followTiles } from './runtime/tiles.ts';
import { followWebApp } from './runtime/web-app.ts';
import { followWindowLinks } from './runtime/window-links.ts';

/** The only script of a page without interaction. React is loaded with the first island that hydrates. */
showPrivacy();
followSession();
delegateClicks();
followWindowLinks();
followPictures();
followPopups();
followCarousel();
followTiles();
followWebApp();
loadReactEarly();
customElements.define('lagoon-island', IslandElement);
