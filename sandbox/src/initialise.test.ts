import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../server/test/until.ts'
import { databaseAccount } from './account.ts'
import { initialise, listUnfinished } from './initialise.ts'
import { makeTemporaryDir } from './temporary-postgres.ts'

const account = databaseAccount()
let folder: string
beforeEach(() => (folder = makeTemporaryDir()))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** An initdb that gets its folder as $dir, and a folder for signs between its runs as $signs. */
function writeInitdb(script: string): string {
  const signs = join(folder, 'signs')
  mkdirSync(signs)
  chmodSync(signs, 0o777)
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/initdb'), `#!/bin/sh\ndir=$2\nsigns=${signs}\n${script}`, { mode: 0o755 })
  return signs
}

const make = () => initialise(folder, join(folder, 'pg'), { account, isDurable: false })

test('the initdb of a start that was killed does not disturb that of the next, and nothing is left of it', async () => {
  const signs = writeInitdb(`if mkdir "$signs/first"; then
  touch "$dir/half"
  touch "$signs/half"
  until [ -e "$signs/whole" ]; do sleep 0.01; done
  rm -rf "$dir"/*
  touch "$signs/emptied"
  exit 1
fi
echo 18 > "$dir/PG_VERSION"
touch "$signs/whole"
until [ -e "$signs/emptied" ]; do sleep 0.01; done
`)
  const killed = make().catch((error: Error) => error.message)
  await until('the first has begun', () => existsSync(join(signs, 'half')))
  await make()
  expect(await killed).toContain("PostgreSQL's initdb failed")
  expect(readFileSync(join(folder, 'pg/PG_VERSION'), 'utf8')).toBe('18\n')
  await make()
  expect(listUnfinished(join(folder, 'pg'))).toEqual([])
})

test('a locale that the system lacks is passed over', async () => {
  writeInitdb(`case "$*" in *lc-ctype=C.UTF-8*) echo 'invalid locale name "C.UTF-8"' >&2; exit 1;; esac
echo "$*" > "$dir/PG_VERSION"
`)
  await make()
  expect(readFileSync(join(folder, 'pg/PG_VERSION'), 'utf8')).toContain('--lc-ctype=en_US.UTF-8')
  expect(listUnfinished(join(folder, 'pg'))).toEqual([])
})
