/** Remembers on which line each id stood, in 16 to 32 bytes an id, so that a million take no more than a few pages of memory. */
export class SeenIds {
  #ids = new Int32Array(1024)
  #lines = new Int32Array(1024)
  #count = 0

  /** The line where the id stood before; otherwise notes this one and returns undefined. Ids are positive. */
  note(id: number, line: number): number | undefined {
    const at = this.#placeOf(id)
    if (this.#ids[at] === id) return this.#lines[at]
    this.#ids[at] = id
    this.#lines[at] = line
    this.#count += 1
    if (this.#count * 2 > this.#ids.length) this.#grow()
    return undefined
  }

  #placeOf(id: number): number {
    const mask = this.#ids.length - 1
    let at = Math.imul(id, 0x9e3779b1) & mask
    while (this.#ids[at] !== 0 && this.#ids[at] !== id) at = (at + 1) & mask
    return at
  }

  #grow(): void {
    const [ids, lines] = [this.#ids, this.#lines]
    this.#ids = new Int32Array(ids.length * 2)
    this.#lines = new Int32Array(ids.length * 2)
    for (const [from, id] of ids.entries()) {
      if (id === 0) continue
      const at = this.#placeOf(id)
      this.#ids[at] = id
      this.#lines[at] = lines[from] ?? 0
    }
  }
}
