import type { Screen } from '../lib/screen.ts'

/** The parts of the path; not by `URL`, which refuses an address such as `//`. */
const toParts = (address: string): string[] => address.replace(/[?#].*/, '').split('/')

/** The screen that an in-app address opens. */
export function findScreen<Known extends Pick<Screen, 'path'>>(
  address: string,
  screens: readonly Known[],
): Known | undefined {
  const parts = toParts(address)
  return screens.find(({ path }) => matches(path.split('/'), parts))
}

/** True if an in-app address opens a screen that requires sign-in; links must not reach the others (C-08). */
export function leadsToScreen(address: string, screens: readonly Pick<Screen, 'path' | 'signIn'>[]): boolean {
  return findScreen(address, screens)?.signIn === true
}

/** The path parameters in the address of a screen, by name. */
export function findParams(address: string, { path }: Pick<Screen, 'path'>): Record<string, string> {
  const parts = toParts(address)
  const named = path.split('/').map((name, at) => [name, parts[at] ?? ''] as const)
  return Object.fromEntries(
    named.flatMap(([name, part]) => (name.startsWith('$') ? [[name.slice(1), part]] : [])),
  )
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part.startsWith('$') ? parts[index] !== '' : part === parts[index]))
  )
}
