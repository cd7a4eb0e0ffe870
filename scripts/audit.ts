import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { isEntry, root } from './entry.ts'

/** What asking about one lock file came to: a line to print, and whether the run fails by it. */
export interface AuditVerdict {
  line: string
  fails: boolean
}

interface Report {
  message?: string
  error?: { summary?: string }
  metadata?: { vulnerabilities?: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string }>
}

const refused = ['high', 'critical']

/** Judges what `npm audit --json` wrote about a lock file. A registry that does not answer is said, and is no pass. */
export function judgeAudit(lock: string, output: string): AuditVerdict {
  const report = parsed(output)
  const counts = report?.metadata?.vulnerabilities
  if (report === undefined || counts === undefined) {
    const why = report?.message ?? report?.error?.summary ?? output.trim().split('\n')[0] ?? ''
    const line = `? ${lock}: the registry could not be asked (${why || 'no answer'}); flaws in it are NOT ruled out`
    return { line, fails: false }
  }
  const found = Object.entries(report.vulnerabilities ?? {}).filter(([, { severity }]) =>
    refused.includes(severity),
  )
  const fails = refused.some((severity) => (counts[severity] ?? 0) > 0)
  const names = found.map(([name, { severity }]) => `${name} (${severity})`).join(', ')
  const lesser = (counts['total'] ?? 0) - refused.reduce((sum, severity) => sum + (counts[severity] ?? 0), 0)
  const line = fails
    ? `✗ ${lock}: known flaws of high or critical severity: ${names}`
    : `✓ ${lock}: no known flaw of high or critical severity, ${lesser} of lesser`
  return { line, fails }
}

function parsed(output: string): Report | undefined {
  try {
    const value: Report | null = JSON.parse(output)
    return value ?? undefined
  } catch {
    return undefined
  }
}

/** Asks the registry about every lock file of ours; true when no flaw of high severity is known. */
function audit(locks: readonly string[], print: (line: string) => void): boolean {
  const verdicts = locks.map((lock) => {
    const run = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
      cwd: dirname(join(root, lock)),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    return judgeAudit(lock, run.error === undefined ? run.stdout : run.error.message)
  })
  for (const { line } of verdicts) print(line)
  return verdicts.every(({ fails }) => !fails)
}

if (isEntry(import.meta.url)) {
  const fine = audit(['package-lock.json', 'sandbox/azurite/package-lock.json'], console.log)
  process.exitCode = fine ? 0 : 1
}
