/** The pages of the site, by the last part of their address. */
export const pages = {
  agency: 'agency-detail-6x',
  setup: 'agency-setup-6x',
  marketplace: 'market-item-mgmt-6x',
  cancellations: 'agency-cutoff-report',
} as const
export type PageName = keyof typeof pages

const titles: Readonly<Record<PageName, string>> = {
  agency: 'Agency',
  setup: 'Agency onboarding',
  marketplace: 'Marketplace',
  cancellations: 'Agency cancellations',
}

/** True for a page that this site has. */
export function isPageName(text: string | undefined): text is PageName {
  return text !== undefined && Object.hasOwn(pages, text)
}

const style = `:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}
body{margin:0;padding:24px;background:Canvas;color:CanvasText}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px}dt{font-weight:600}dd{margin:0}`

/** A page that shows its name and its parameters. */
export function pageHtml(name: PageName, agencyId: string | undefined): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${titles[name]}</title><style>${style}</style></head>
<body><section aria-labelledby="title"><h1 id="title">${titles[name]}</h1>
<p>This page stands in for the management site of the newer version.</p>
<dl><dt>Site</dt><dd>${pages[name]}</dd><dt>Agency id</dt><dd>${agencyId ?? 'none'}</dd></dl>
<p><a href="#top">Back to the top</a></p></section>
<script src="/ready.js"></script></body></html>`
}

/** Tells the surrounding console that the page is ready, and that the person has used it. */
export const readyScript = `if (window.parent !== window) {
  const report = (kind) => window.parent.postMessage({ kind }, '*')
  report('ready')
  for (const type of ['pointerdown', 'keydown', 'wheel']) addEventListener(type, () => report('input'), true)
}
`
