/** What tests have told an emulator to do wrong; the newest that fits counts. */
export class Faults<Fault extends { times?: number | undefined }> {
  #set: { fault: Fault; left: number }[] = []

  /** Sets one; it is gone after so many `times`, or when all are cleared. */
  add(fault: Fault): void {
    this.#set.unshift({ fault, left: fault.times ?? Number.POSITIVE_INFINITY })
  }

  clear(): void {
    this.#set = []
  }

  /** The fault that a request meets, if any; counts it. */
  take(fits: (fault: Fault) => boolean): Fault | undefined {
    const met = this.#set.find(({ fault }) => fits(fault))
    if (met === undefined) return undefined
    met.left -= 1
    if (met.left === 0) this.#set = this.#set.filter((one) => one !== met)
    return met.fault
  }
}
