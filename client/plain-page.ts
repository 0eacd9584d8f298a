/**
 * Script of pages without islands: times in the visitor's time zone, the length of a message, and a pop-up window that
 * closes if customer service is unreachable.
 */
for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]'))
  time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, {
    dateStyle: 'long',
    timeStyle: 'short',
    // Gregorian years as everywhere else on the site, also in Thai.
    calendar: 'gregory',
  });

for (const counter of document.querySelectorAll<HTMLElement>('[data-count-of]')) {
  const field = document.querySelector<HTMLTextAreaElement>(`#${counter.dataset.countOf}`);
  const show = () => {
    counter.textContent = `(${[...(field?.value.trim() ?? '')].length}/${counter.dataset.max})`;
  };
  field?.addEventListener('input', show);
  show();
}

if (document.querySelector('[data-close-popup]') && window.name === 'customer-service') window.close();

// The page under this address may be reachable again.
if (document.querySelector('[data-offline]')) addEventListener('online', () => location.reload());
