/** Spaces, and the first half of a character that was cut in two, such as an emoji. */
const cutAtEnd = /\s*[\uD800-\uDBFF]?$/

/** The beginning of a text that is longer than this, with an ellipsis; otherwise the text. */
export function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).replace(cutAtEnd, '')}…` : text
}
