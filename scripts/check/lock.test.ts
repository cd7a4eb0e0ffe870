import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findLockProblems } from './lock.ts'

const digest = 'sha512-there'
const elsewhere = { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] }

function findProblems(packages: Record<string, object>, listed = '', lock = 'package-lock.json'): string[] {
  return findLockProblems(
    new Map([
      [lock, JSON.stringify({ packages })],
      ['scripts/lock-without-digest.txt', listed],
    ]),
  )
}

test('an entry with a digest, a link and a workspace are fine', () => {
  expect(
    findProblems({
      '': { version: '1.0.0' },
      server: { version: '0.1.0' },
      'node_modules/server': { link: true },
      'node_modules/x': { version: '1.0.0', integrity: digest },
    }),
  ).toEqual([])
})

test.each(['package-lock.json', 'sandbox/azurite/package-lock.json'])(
  'an entry of %s without a digest, or with a weak one, is refused',
  (lock) => {
    const packages = {
      'node_modules/x': { version: '1.0.0', integrity: digest },
      'node_modules/x/node_modules/@y/z': elsewhere,
      'node_modules/old': { version: '3.0.0', integrity: 'sha1-there' },
    }
    expect(findProblems(packages, '', lock)).toEqual([
      `${lock} has no digest for @y/z@1.0.0; run: node scripts/lock-optional.mjs`,
      `${lock} has no digest for old@3.0.0; run: node scripts/lock-optional.mjs`,
    ])
  },
)

test('what the registry did not know may be listed, as long as no server installs it', () => {
  const platforms = {
    'node_modules/mac': elsewhere,
    'node_modules/musl': { ...elsewhere, os: 'linux', cpu: 'x64', libc: ['musl'] },
    'node_modules/linux': { ...elsewhere, os: ['linux'], libc: 'glibc' },
    'node_modules/any': { version: '1.0.0' },
  }
  const listed = 'any@1.0.0\nlinux@1.0.0\nmac@1.0.0\nmusl@1.0.0\n'
  expect(findProblems(platforms, listed)).toEqual(
    ['linux', 'any'].map(
      (name) =>
        `package-lock.json has no digest for ${name}@1.0.0, which servers install; lock it where the registry knows it`,
    ),
  )
})

test('the list shrinks with what it names', () => {
  expect(findProblems({ 'node_modules/x': { version: '1.0.0', integrity: digest } }, 'x@1.0.0\n')).toEqual([
    'scripts/lock-without-digest.txt names x@1.0.0, which has a digest or is gone; drop the line',
  ])
})

test('SECURITY.md names exactly the packages that are listed', () => {
  const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  const listed = read('scripts/lock-without-digest.txt')
    .split('\n')
    .filter((line) => line !== '')
  const line = read('SECURITY.md')
    .split('\n')
    .find((text) => text.includes('`scripts/lock-without-digest.txt`'))
  const named = [...(line ?? '').matchAll(/`(@?[a-z0-9/-]+)`/g)].map(([, name]) => name)
  expect(named).toEqual(listed.map((name) => name.replace(/@[^@]*$/, '')))
})
