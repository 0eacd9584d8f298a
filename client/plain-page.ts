/**
 * The script of pages that stand without islands: times in the visitor's own zone, how much of a message is written, and a
 * pop-up window that closes when customer service can't be reached.
 */
for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]'))
  time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, {
    dateStyle: 'long',
    timeStyle: 'short',
    // Years count as everywhere else on the site, in Thai too.
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

// The page under whose address this stands may be there now.
if (document.querySelector('[data-offline]')) addEventListener('online', () => location.reload());
