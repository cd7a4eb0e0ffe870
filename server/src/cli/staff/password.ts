import { session } from '@agency-support/contract/modules/session'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { generatePassword } from '../../auth/passwords/generate.ts'
import { whyNotPassword } from '../../auth/passwords/policy.ts'
import { type Cli, CliProblem, type Typed } from '../cli.ts'

/** A password for somebody else, and whether it was generated and must be printed. */
export interface ChosenPassword {
  password: string
  generated: boolean
}

/** Gets a password from standard input or a prompt, or generates one. Throws CliProblem if the policy refuses it. */
export async function choosePassword(
  { options }: Typed,
  cli: Cli,
  person: { username: string; secondFactor: boolean },
): Promise<ChosenPassword> {
  if (options['generate'] === true) return { password: generatePassword(), generated: true }
  const password = options['password-stdin'] === true ? await readFirstLine(cli) : await promptTwice(cli)
  const problem = whyNotPassword(password, person)
  if (problem !== undefined) throw new CliProblem(session.updatePassword.refusals[problem][1])
  return { password, generated: false }
}

const maxTyped = 10_000

async function readFirstLine({ input }: Cli): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += String(chunk)
    if (text.includes('\n') || text.length > maxTyped) break
  }
  return (text.split('\n')[0] ?? '').replace(/\r$/, '')
}

async function promptTwice(cli: Cli): Promise<string> {
  if (cli.input.isTTY !== true)
    throw new CliProblem('Give a password with --password-stdin, or --generate to have one made.')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: cli.input, output: silent, terminal: true })
  // Ctrl-C and Ctrl-D close the prompt; without this listener the question would never be answered.
  const closed = new Promise<never>((_resolve, reject) => {
    lines.once('close', () => reject(new CliProblem('\nStopped. Nothing was changed.')))
  })
  const ask = (question: string): Promise<string> => {
    cli.err.write(question)
    return Promise.race([lines.question(''), closed])
  }
  try {
    const first = await ask('Password (not shown): ')
    const second = await ask('\nThe same again: ')
    cli.err.write('\n')
    if (first !== second) throw new CliProblem('The two passwords differ. Nothing was changed.')
    return first
  } finally {
    lines.close()
  }
}
