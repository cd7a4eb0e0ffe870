/** What the announcer, which is mounted, has said lately. */
export const said = (): (string | null)[] =>
  [...document.querySelectorAll('[aria-live="polite"] > p')].map(({ textContent }) => textContent)
