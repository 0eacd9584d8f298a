import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
