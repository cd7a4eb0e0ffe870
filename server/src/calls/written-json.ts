import type { JsonItems } from '@agency-support/contract/answer'

/** One item of an answer, or several with commas between them, as JSON that the database wrote: passed on unparsed. */
export class WrittenJson {
  readonly items: JsonItems

  constructor(items: JsonItems) {
    this.items = items
  }
}
