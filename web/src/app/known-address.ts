import type { Screen } from '../lib/screen.ts'

/** True when an in-app address opens a screen that needs sign-in; the others must not be reached by a link (C-08). */
export function leadsToScreen(address: string, screens: readonly Pick<Screen, 'path' | 'signIn'>[]): boolean {
  const parts = new URL(address, 'http://console').pathname.split('/')
  return screens.some(({ path, signIn }) => signIn && matches(path.split('/'), parts))
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part.startsWith('$') ? parts[index] !== '' : part === parts[index]))
  )
}
