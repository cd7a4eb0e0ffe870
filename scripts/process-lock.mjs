// Plain JavaScript for any Node from 20, without anything from node_modules: the installer uses it before the
// installation. Its functions are documented in process-lock.d.mts.
import { execFileSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

export function ownIdentity() {
  const startedAt = readStartTime(process.pid)
  if (startedAt === undefined) throw new Error('This process cannot read its own start time.')
  return { pid: process.pid, startedAt }
}

export function isRunning({ pid, startedAt }) {
  return startedAt !== undefined && readStartTime(pid) === startedAt
}

export function readStartTime(pid) {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid)
}

function startFromProc(pid) {
  let stat
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The second field is the program's name, which may contain spaces and brackets; the later fields do not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, ticksSinceBoot] = [fields[0], fields[19]]
  return state === 'Z' || state === 'X' ? undefined : ticksSinceBoot
}

function startFromPs(pid) {
  try {
    const answer = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return answer === '' ? undefined : answer
  } catch {
    return undefined
  }
}

export function takeProcessLock(file, facts) {
  let note = { ...ownIdentity(), ...facts }
  let wasLeft = false
  while (!writeNew(file, note)) {
    const holder = readHolder(file)
    if (holder !== undefined) return { holder }
    wasLeft = removeDead(file) || wasLeft
  }
  return {
    holder: undefined,
    wasLeft,
    publish(more) {
      note = { ...note, ...more }
      const next = `${file}.${process.pid}`
      writeFileSync(next, JSON.stringify(note))
      renameSync(next, file)
    },
    release: () => rmSync(file, { force: true }),
  }
}

export function readHolder(file) {
  const note = readNote(file)
  return [note, ...(note?.also ?? [])].some((one) => one && isRunning(one)) ? note : undefined
}

function writeNew(file, note) {
  try {
    writeFileSync(file, JSON.stringify(note), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function readNote(file) {
  for (;;) {
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch (error) {
      // A new lock is briefly empty between its creation and its first byte; an old one stays unreadable.
      if (!(error instanceof SyntaxError) || Date.now() - modified(file) > 2000) return undefined
    }
  }
}

function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

// Two processes may find the same dead lock, and the slower one would remove the faster one's new lock. So it checks
// again what it took away, and puts a living one back.
function removeDead(file) {
  const aside = `${file}.dead.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return false
  }
  const isDead = readHolder(aside) === undefined
  if (isDead) rmSync(aside, { force: true })
  else renameSync(aside, file)
  return isDead
}
