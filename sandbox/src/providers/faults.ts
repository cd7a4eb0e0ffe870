/** Faults set by tests; the newest match counts. */
export class Faults<Fault extends { times?: number | undefined }> {
  #set: { fault: Fault; left: number }[] = []

  /** Adds a fault; removed after `times` uses, or when all are cleared. */
  add(fault: Fault): void {
    this.#set.unshift({ fault, left: fault.times ?? Number.POSITIVE_INFINITY })
  }

  clear(): void {
    this.#set = []
  }

  /** The fault that applies to a request, if any; counts its use. */
  take(fits: (fault: Fault) => boolean): Fault | undefined {
    const met = this.#set.find(({ fault }) => fits(fault))
    if (met === undefined) return undefined
    met.left -= 1
    if (met.left === 0) this.#set = this.#set.filter((one) => one !== met)
    return met.fault
  }
}
