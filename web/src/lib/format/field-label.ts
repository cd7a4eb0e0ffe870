/** A field name as words: versionDisplay → version display. */
export function fieldWords(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

/** The same as a label: CycleStartDay → Cycle start day. */
export function fieldLabel(name: string): string {
  const words = fieldWords(name)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
