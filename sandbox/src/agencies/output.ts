const maxBytes = 8_192

/** The output of a command; only its end is reported, and at a limited rate. */
export class Output {
  #text = ''

  write(line: string): void {
    this.#text = getTail(`${this.#text}${line}\n`, maxBytes)
  }

  get text(): string {
    return this.#text
  }
}

/** The last whole lines of a text that fit into this many bytes. */
export function getTail(text: string, max: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= max) return text
  const end = bytes.subarray(bytes.length - max)
  const lineEnd = end.indexOf('\n')
  // A single line that is too long is cut at its start, at a character boundary.
  let from = lineEnd === -1 || lineEnd === end.length - 1 ? 0 : lineEnd + 1
  while (((end[from] ?? 0) & 0b1100_0000) === 0b1000_0000) from += 1
  return end.subarray(from).toString()
}
