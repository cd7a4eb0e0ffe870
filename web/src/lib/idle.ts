let lastInputAt = Date.now()

/** Notes what counts as a person's input: keys, pointer, wheel and touch, not what the page does by itself. */
export function watchInput(target: EventTarget): void {
  const note = (): void => {
    lastInputAt = Date.now()
  }
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    target.addEventListener(type, note, { capture: true, passive: true })
}

/** Whole seconds since the last input; every request carries them (D-12). */
export function idleSeconds(): number {
  return Math.max(0, Math.floor((Date.now() - lastInputAt) / 1000))
}
