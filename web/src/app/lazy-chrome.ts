import { lazyCode } from '../lib/lazy.tsx'

/** Everything around the screen for a signed-in person; not needed to sign in. */
export const lazyChrome = lazyCode(async () => (await import('./chrome.tsx')).chrome)
