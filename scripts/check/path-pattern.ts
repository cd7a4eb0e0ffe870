const compiled = new Map<string, RegExp>()

/**
 * Matches a repository path against a pattern of `*` (one segment or part of it), `**` (any number of segments) and
 * `{name}` (one segment, returned by that name); undefined if it does not match.
 */
export function matchPath(pattern: string, path: string): Record<string, string | undefined> | undefined {
  const known = compiled.get(pattern) ?? compile(pattern)
  compiled.set(pattern, known)
  const match = known.exec(path)
  return match === null ? undefined : { ...match.groups }
}

function compile(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\*\*|\*|\{(\w+)\}/g, (found, name: string | undefined) => {
      if (name !== undefined) return `(?<${name}>[^/]+)`
      return found === '**' ? '.+' : '[^/]*'
    })
  return new RegExp(`^${source}$`)
}
