import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Style of a text; size in points. */
export interface TextStyle {
  size: number
  bold?: boolean
  color?: string
}

const require = createRequire(import.meta.url)
const files = {
  regular: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  regularSecond: require.resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'),
  boldSecond: require.resolve('@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf'),
}
type FontName = keyof typeof files

/** A part of a line in one font. */
interface Run {
  text: string
  font: FontName
}

/** Lines of a text, each as its runs. */
export type Lines = readonly (readonly Run[])[]

/** An open font; the library's types do not declare this method. */
interface OpenFont {
  hasGlyphForCodePoint(code: number): boolean
}

const opened = new Map<FontName, OpenFont>()

/** Selects a font. Each file is read once; a document only embeds the glyphs it uses. */
function useFont(doc: PDFKit.PDFDocument, name: FontName): OpenFont {
  const known = opened.get(name)
  const source = known ?? readFileSync(files[name])
  doc.registerFont(name, source as Buffer).font(name)
  const { _font } = doc as unknown as { _font: { font: OpenFont } }
  opened.set(name, _font.font)
  return _font.font
}

/** Replaces a character that no font has; the second font contains the box. */
const box = '□'
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Sets text of any script: a character missing in the first font comes from the second, otherwise a box is drawn. */
export class Typesetter {
  readonly #doc: PDFKit.PDFDocument
  readonly #fonts = new Map<string, FontName | undefined>()

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
  }

  /** Breaks a text into lines of at most this width in points; keeps its line breaks. */
  toLines(text: string, style: TextStyle, width: number): Lines {
    return text.split('\n').flatMap((line) => this.#wrap(line, style, width))
  }

  /** Draws lines below each other, beginning at `y`. */
  draw(lines: Lines, style: TextStyle, at: { x: number; y: number }): void {
    for (const [index, line] of lines.entries()) {
      const y = at.y + index * lineHeight(style) + style.size
      let { x } = at
      for (const run of line) {
        const width = this.#width(run, style)
        this.#doc.fillColor(style.color ?? 'black')
        this.#doc.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic' })
        x += width
      }
    }
  }

  #wrap(text: string, style: TextStyle, width: number): Run[][] {
    const lines: Run[][] = [[]]
    let used = 0
    for (const piece of this.#toPieces(text, style, width)) {
      const visible = this.#width({ ...piece, text: piece.text.trimEnd() }, style)
      if (used > 0 && used + visible > width) {
        lines.push([])
        used = 0
      }
      lines.at(-1)?.push(piece)
      used += this.#width(piece, style)
    }
    return lines.map(joined)
  }

  /**
   * Unbreakable pieces: words with their trailing space, characters of the second font, characters of words too long.
   */
  #toPieces(text: string, style: TextStyle, width: number): Run[] {
    const pieces: Run[] = []
    for (const letter of this.#toLetters(text, style)) {
      const last = pieces.at(-1)
      const goesOn = letter.text === ' ' || last?.text.endsWith(' ') === false
      if (goesOn && last?.font === first(style) && letter.font === first(style)) last.text += letter.text
      else pieces.push(letter)
    }
    return pieces.flatMap((piece) =>
      this.#width(piece, style) <= width ? [piece] : this.#toLetters(piece.text, style),
    )
  }

  #toLetters(text: string, style: TextStyle): Run[] {
    return Array.from(letters.segment(text), ({ segment }) => {
      const font = this.#fontFor(segment, style)
      return font === undefined ? { text: box, font: second(style) } : { text: segment, font }
    })
  }

  #fontFor(letter: string, style: TextStyle): FontName | undefined {
    const key = `${first(style)} ${letter}`
    if (!this.#fonts.has(key))
      this.#fonts.set(
        key,
        [first(style), second(style)].find((font) => this.#covers(font, letter)),
      )
    return this.#fonts.get(key)
  }

  #covers(name: FontName, letter: string): boolean {
    const font = useFont(this.#doc, name)
    return Array.from(letter).every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))
  }

  /** Width in points; selects the font of the run. */
  #width({ text, font }: Run, { size }: TextStyle): number {
    useFont(this.#doc, font)
    return this.#doc.fontSize(size).widthOfString(text)
  }
}

/** Line height in points. */
export function lineHeight({ size }: TextStyle): number {
  return size * 1.4
}

const first = ({ bold = false }: TextStyle): FontName => (bold ? 'bold' : 'regular')
const second = ({ bold = false }: TextStyle): FontName => (bold ? 'boldSecond' : 'regularSecond')

function joined(pieces: readonly Run[]): Run[] {
  const runs: Run[] = []
  for (const piece of pieces) {
    const last = runs.at(-1)
    if (last?.font === piece.font) last.text += piece.text
    else runs.push({ ...piece })
  }
  return runs
}
