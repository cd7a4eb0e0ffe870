import type { JsonItems } from '@agency-support/contract/answer'

/** One item of an answer, or several separated by commas, as JSON text from the database; passed on unparsed. */
export class WrittenJson {
  readonly items: JsonItems

  constructor(items: JsonItems) {
    this.items = items
  }
}
