/** A part of the repository and what it may import; the first zone whose pattern fits a path owns it. */
export interface Zone {
  readonly name: string
  /** Paths of the zone: `*` is one segment, `**` any number, `{module}` one segment that names the module. */
  readonly at: readonly string[]
  /** Zones it may import. `own module` is every file of the same module, `own NAME` the same module's NAME. */
  readonly may: readonly string[]
  /** Zones of which it may import types only. */
  readonly mayTypes?: readonly string[]
  /** The only packages it may import; `node:*` is every Node module. Absent: any that are declared. */
  readonly packages?: readonly string[]
  /** Packages it must never import. */
  readonly neverPackages?: readonly string[]
  /** What to do instead, the second half of the message. */
  readonly advice: string
}
