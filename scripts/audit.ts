import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { type AuditException, parseExceptions, readOwnExceptions } from './check/audit-exceptions.ts'
import { isEntry, root } from './entry.ts'

/** Result for one lock file: a line to print, and whether it fails the run. */
export interface AuditVerdict {
  line: string
  fails: boolean
  /** Exceptions that were needed; undefined if the registry did not answer. */
  used: readonly AuditException[] | undefined
}

/** An advisory from the registry, or the name of a package through which one comes. */
type Via = string | { name: string; severity: string; url?: string }

interface Report {
  message?: string
  error?: { summary?: string }
  metadata?: { vulnerabilities?: Record<string, number> }
  vulnerabilities?: Record<string, { via: readonly Via[] }>
}

const refused = ['high', 'critical']

/**
 * Judges the output of `npm audit --json` for a lock file. Excepted advisories are ignored, and unused exceptions
 * reported. If the registry does not answer, that is reported and is no pass.
 */
export function judgeAudit(
  lock: string,
  output: string,
  exceptions: readonly AuditException[],
): AuditVerdict {
  const report = parsed(output)
  const counts = report?.metadata?.vulnerabilities
  if (report === undefined || counts === undefined) {
    const why = report?.message ?? report?.error?.summary ?? output.trim().split('\n')[0] ?? ''
    const line = `? ${lock}: the registry could not be asked (${why || 'no answer'}); flaws in it are NOT ruled out`
    return { line, fails: false, used: undefined }
  }
  const flaws = listFlaws(report)
  const excepted = (flaw: Flaw): AuditException | undefined =>
    exceptions.find((one) => one.package === flaw.name && flaw.url?.endsWith(`/${one.advisory}`))
  const open = flaws.filter((flaw) => excepted(flaw) === undefined)
  const used = flaws.flatMap((flaw) => excepted(flaw) ?? [])
  // A severe package without an advisory of its own is not ignored either.
  const isUnexplained = flaws.length === 0 && refused.some((severity) => (counts[severity] ?? 0) > 0)
  const names = open.map(({ name, severity, url = 'no address' }) => `${name} (${severity}, ${url})`)
  const lesser = (counts['total'] ?? 0) - refused.reduce((sum, severity) => sum + (counts[severity] ?? 0), 0)
  const letBe = used.map(({ advisory, until }) => `; let be until ${until}: ${advisory}`).join('')
  const fails = open.length > 0 || isUnexplained
  const line = fails
    ? `✗ ${lock}: known flaws of high or critical severity: ${names.join(', ') || 'not named'}`
    : `✓ ${lock}: no ${used.length > 0 ? 'other ' : ''}known flaw of high or critical severity, ${lesser} of lesser`
  return { line: `${line}${letBe}`, fails, used }
}

type Flaw = Exclude<Via, string>

/** The severe advisories, without duplicates; packages that only depend on a vulnerable one have none. */
function listFlaws({ vulnerabilities = {} }: Report): Flaw[] {
  const all = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((via) => typeof via !== 'string')
    .filter(({ severity }) => refused.includes(severity))
  return [...new Map(all.map((flaw) => [`${flaw.name} ${flaw.url ?? ''}`, flaw])).values()]
}

/** Exceptions that no lock file needs any more, as lines; none if a registry did not answer. */
export function findUnused(
  exceptions: readonly AuditException[],
  verdicts: readonly AuditVerdict[],
): string[] {
  if (verdicts.some(({ used }) => used === undefined)) return []
  const used = new Set(verdicts.flatMap((verdict) => verdict.used ?? []))
  return exceptions
    .filter((one) => !used.has(one))
    .map(
      ({ advisory, package: name }) =>
        `✗ the exception for ${advisory} (${name}) is not needed any more; drop it`,
    )
}

function parsed(output: string): Report | undefined {
  try {
    const value: Report | null = JSON.parse(output)
    return value ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Asks the registry about all our lock files; true if no vulnerability of high severity is known, apart from the
 * exceptions.
 */
function audit(locks: readonly string[], print: (line: string) => void): boolean {
  const exceptions = parseExceptions(readOwnExceptions(), new Date())
  const verdicts = locks.map((lock) => {
    const run = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
      cwd: dirname(join(root, lock)),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    return judgeAudit(lock, run.error === undefined ? run.stdout : run.error.message, exceptions)
  })
  const unused = findUnused(exceptions, verdicts)
  for (const line of [...verdicts.map((verdict) => verdict.line), ...unused]) print(line)
  return unused.length === 0 && verdicts.every(({ fails }) => !fails)
}

if (isEntry(import.meta.url)) {
  const fine = audit(['package-lock.json', 'sandbox/azurite/package-lock.json'], console.log)
  process.exitCode = fine ? 0 : 1
}
