const secretField = /password|secret|recoveryCode/i
/** Shorter text stands in logs by chance, such as the digits of a code in a number of a request. */
const minLength = 8
/** What is shown once among names and addresses: one long word of letters and digits. */
const looksRandom = /^(?=.*\d)(?=.*[A-Za-z])[\w+/=-]{10,}$/

/** The secrets that clients of a test show to a server or get from it, none of which its log may hold. */
export class LogSecrets {
  readonly #secrets = new Set<string>()
  readonly #lines: string[] = []

  /** A line of the log. */
  write(line: string): void {
    this.#lines.push(line)
  }

  /** The facts of every line about an event, in order. */
  entries(event: string): Record<string, unknown>[] {
    const all = this.#lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    return all.filter((entry) => entry['event'] === event)
  }

  /** Cookies and the key of an agency, as the headers of a request have them. */
  noteHeaders({ cookie = '', authorization = '' }: Readonly<Record<string, unknown>>): void {
    for (const pair of String(cookie).split(';')) this.#note(pair.slice(pair.indexOf('=') + 1).trim())
    this.#note(String(authorization).replace(/^Bearer /, ''))
  }

  /** The input of a call: what its fields call a secret. */
  noteInput(input: unknown): void {
    eachText(input, (text, field) => secretField.test(field) && this.#note(text))
  }

  /** An answer that is shown once. */
  noteShownOnce(answer: unknown): void {
    eachText(answer, (text) => looksRandom.test(text) && this.#note(text))
  }

  /** The line that holds one of them; undefined when none does. */
  find(): string | undefined {
    const whole = this.#lines.join('')
    const held = [...this.#secrets].filter((secret) => whole.includes(secret))
    return this.#lines.find((line) => held.some((secret) => line.includes(secret)))
  }

  #note(text: string): void {
    if (text.length >= minLength) this.#secrets.add(JSON.stringify(text).slice(1, -1))
  }
}

function eachText(value: unknown, visit: (text: string, field: string) => unknown, field = ''): void {
  if (typeof value === 'string') visit(value, field)
  else if (Array.isArray(value)) for (const item of value as unknown[]) eachText(item, visit, field)
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) eachText(item, visit, name)
}
