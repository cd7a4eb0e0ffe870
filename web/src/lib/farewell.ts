const key = 'agency-support:farewell'

/** Keeps a sentence for the sign-in screen: why the person was signed out. */
export function leaveFarewell(text: string): void {
  sessionStorage.setItem(key, text)
}

/** The sentence left behind, once. */
export function takeFarewell(): string | null {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return text
}
