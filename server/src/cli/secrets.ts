import type { KeyRing } from '../settings/key-ring.ts'
import { reencryptProductSecrets } from '../modules/marketplace/public.ts'
import { changeSecretKey, replaceLostKey } from '../modules/second-factor/public.ts'
import { insertNotice } from '../modules/staff/public.ts'
import { type Cli, auditContext, CliProblem, printLine, type Verb } from './cli.ts'

async function rotate(cli: Cli, keys: KeyRing): Promise<void> {
  const { to, people, unreadable } = await changeSecretKey(cli.db, keys, () => auditContext(cli))
  printLine(cli, `Second factors are kept under the key ${to}; those of ${people} people were re-encrypted.`)
  const secrets = await reencryptProductSecrets(cli.db, keys, () => auditContext(cli))
  printLine(cli, `The API secrets of ${secrets.products} marketplace products were re-encrypted.`)
  printLine(cli, 'The servers need no other key in SECRET_KEY any more.')
  if (secrets.unreadable.length > 0)
    cli.err.write(
      `None of the keys opens the API secret of ${secrets.unreadable.join(', ')}. Refresh it in the console.\n`,
    )
  if (unreadable.length > 0)
    cli.err.write(
      `None of the keys opens the authenticator app of ${unreadable.join(', ')}. Remove their second factor, so that they can set it up anew.\n`,
    )
}

async function giveUp(cli: Cli, keys: KeyRing): Promise<void> {
  const people = await replaceLostKey(cli.db, keys, auditContext(cli), insertNotice)
  printLine(cli, `Second factors are kept under the key ${keys.newest.id} from now on.`)
  printLine(
    cli,
    `The authenticator apps of ${people.length} people are gone; they sign in by password and set up another.`,
  )
  for (const username of people) printLine(cli, username)
}

function getKeys({ secretKeys }: Cli): KeyRing {
  if (secretKeys !== undefined) return secretKeys
  throw new CliProblem(
    'SECRET_KEY is missing: the new key and the one that second factors are kept under, in base64, the new one first.',
  )
}

/** The key of second factors on the command line. */
export const secretVerbs: Readonly<Record<string, Verb>> = {
  'secrets rotate-key': {
    usage: '[--lost]',
    about:
      'Keep second factors under the first key of SECRET_KEY and re-encrypt them; --lost when the key before it is gone.',
    options: { lost: { type: 'boolean' } },
    words: [0, 0],
    run: ({ options }, cli) => (options['lost'] === true ? giveUp : rotate)(cli, getKeys(cli)),
  },
}
