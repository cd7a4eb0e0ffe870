import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../entry.ts'
import { listRepository } from '../repository.ts'

/** A fenced block of a how-to page: a new file, or text to insert after a line of an existing one. */
export interface Edit {
  readonly file: string
  /** Part of the line after which the text is inserted; undefined for a new file. */
  readonly after: string | undefined
  readonly text: string
}

/** A step of the page: a numbered heading with its blocks. */
export interface Step {
  readonly title: string
  readonly edits: readonly Edit[]
}

/** A copy of the sources in which pages can be followed. */
export interface Copy {
  readonly folder: string
  /** Files that differ from the checkout's. */
  readonly touched: Set<string>
  remove(): void
}

/**
 * The numbered steps of a page with their blocks, whose fence line says where they belong: `file=PATH` for a new
 * file, `file=PATH after="TEXT"` for an insertion. Blocks without a file are only illustrations.
 */
export function readSteps(page: string): Step[] {
  const sections = page.split(/^(?=## \d+\. )/m).slice(1)
  return sections.map((section) => ({
    title: section.slice(3, section.indexOf('\n')).trim(),
    edits: [...section.matchAll(/^```\w+ file=(\S+)(?: after="([^"\n]+)")?\n([\s\S]*?)^```$/gm)].map(
      ([, file = '', after, text = '']) => ({ file, after, text }),
    ),
  }))
}

/** The steps of a page of this repository. */
export function stepsOfPage(page: string): Step[] {
  return readSteps(readFileSync(join(root, page), 'utf8'))
}

/** The only file with this ending created by the steps. */
export function newFile(steps: readonly Step[], ending: string): string {
  const made = steps.flatMap(({ edits }) => edits).filter(({ after }) => after === undefined)
  const [only, ...others] = made.map(({ file }) => file).filter((file) => file.endsWith(ending))
  if (only === undefined || others.length > 0) throw new Error(`the page should make one file *${ending}`)
  return only
}

/** A file's text after an edit; throws a readable error if the edit does not fit. */
export function edited(before: string | undefined, { file, after, text }: Edit): string {
  if (after === undefined) {
    if (before !== undefined) throw new Error(`${file} already exists; say after which line the text goes`)
    return text
  }
  if (before === undefined) throw new Error(`${file} does not exist, so nothing can go after a line of it`)
  const lines = before.split('\n')
  const fitting = lines.flatMap((line, index) => (line.includes(after) ? [index] : []))
  const [at] = fitting
  if (at === undefined || fitting.length > 1)
    throw new Error(`${fitting.length} lines of ${file} hold ${after}; it must be exactly one`)
  return [...lines.slice(0, at + 1), text.replace(/\n$/, ''), ...lines.slice(at + 1)].join('\n')
}

/** Resets the copy to the checkout and follows these steps; throws the error of the first edit that does not fit. */
export function follow(copy: Copy, steps: readonly Step[]): void {
  for (const file of copy.touched) restore(copy, file)
  for (const edit of steps.flatMap(({ edits }) => edits)) {
    const path = join(copy.folder, edit.file)
    const text = edited(existsSync(path) ? readFileSync(path, 'utf8') : undefined, edit)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    copy.touched.add(edit.file)
  }
}

function restore({ folder, touched }: Copy, file: string): void {
  if (existsSync(join(root, file))) copyFileSync(join(root, file), join(folder, file))
  else rmSync(join(folder, file))
  touched.delete(file)
}

/** Copies the sources to a temporary folder, where our packages resolve to the copy and all others to the checkout. */
export function copySources(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'agency-support-how-to-'))
  const sources = listRepository().filter((path) => !path.startsWith('docs/'))
  for (const inner of new Set(sources.map((path) => dirname(path))))
    mkdirSync(join(folder, inner), { recursive: true })
  for (const path of sources) copyFileSync(join(root, path), join(folder, path))
  linkModules(folder)
  return {
    folder,
    touched: new Set(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const ours = '@agency-support'

function linkModules(folder: string): void {
  const from = join(root, 'node_modules')
  const to = join(folder, 'node_modules')
  linkPackages(from, to)
  mkdirSync(join(to, ours))
  for (const name of readdirSync(join(from, ours))) {
    symlinkSync(join(folder, name), join(to, ours, name))
    // npm installs packages there that only this workspace needs in that version.
    const own = join(root, name, 'node_modules')
    if (existsSync(own)) linkPackages(own, join(folder, name, 'node_modules'))
  }
}

/** Tool caches start with a dot and are not linked: the copy has its own. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const packages = readdirSync(from).filter((name) => name !== ours && !name.startsWith('.'))
  for (const name of packages) symlinkSync(join(from, name), join(to, name))
}
