const missing = new Set<HTMLLinkElement>()

/** Notes the style sheets that cannot be loaded; the bundler never asks for one a second time. */
export function noteMissingStyles(page: Window): void {
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  }
  // In the capture phase, because this event does not bubble.
  page.addEventListener('error', note, true)
}

/** Asks for them again; rejects if one is still missing. */
export async function loadMissingStyles(): Promise<void> {
  await Promise.all([...missing].map(loadAgain))
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement
  missing.delete(link)
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new Error('A style sheet could not be loaded.')))
    link.replaceWith(again)
  })
}
