/** A part of the repository and what it may import; the first zone whose pattern fits a path owns it. */
export interface Zone {
  readonly name: string
  /** Paths of the zone: `*` is one segment, `**` any number, `{module}` one segment that names the module. */
  readonly at: readonly string[]
  /** Zones it may import. `own module` is every file of the same module, `own NAME` the same module's NAME. */
  readonly may: readonly string[]
  /** Zones from which it may import only types. */
  readonly mayTypes?: readonly string[]
  /** The only packages it may import; `node:*` means all Node modules. Absent: any declared one. */
  readonly packages?: readonly string[]
  /** Packages it must never import. */
  readonly neverPackages?: readonly string[]
  /** What to do instead, the second half of the message. */
  readonly advice: string
}
