let lastInputAt = Date.now()

/** Records input that this page learns of without an event of its own. */
export function noteInput(): void {
  lastInputAt = Date.now()
}

/** Records user input: keys, pointer, wheel and touch, not what the page does on its own. */
export function watchInput(target: EventTarget): void {
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    target.addEventListener(type, noteInput, { capture: true, passive: true })
}

/** Whole seconds since the last input; sent with every request (D-12). */
export function idleSeconds(): number {
  return Math.max(0, Math.floor((Date.now() - lastInputAt) / 1000))
}
