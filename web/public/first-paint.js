// Blocking and outside the bundle, so that theme and density are set before the first paint without an inline script.
// The names match lookKey and Look in src/components/preferences.ts.
;(() => {
  let look = {}
  try {
    look = JSON.parse(localStorage.getItem('agency-support:look') ?? '{}') ?? {}
  } catch {
    look = {}
  }
  const dark =
    look.theme === 'dark' || (look.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.dataset.colorScheme = dark ? 'dark' : 'light'
  root.dataset.density = ['comfortable', 'compact'].includes(look.density) ? look.density : 'default'
})()
