import { expect, test } from 'vitest'
import { type Component, findLicenceProblems, readSbom } from './sbom.ts'

const having = (name: string, licence: string): Component => ({
  name,
  'bom-ref': `${name}@1.0.0`,
  ...(licence === '' ? {} : { licenses: [{ license: { id: licence } }] }),
})

test('what server and console are made of has licences that are allowed', () => {
  const sbom = readSbom()
  expect(sbom.bomFormat).toBe('CycloneDX')
  const names = sbom.components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod', 'react', '@azure/storage-blob']))
  for (const name of ['vitest', 'vite', 'contract', 'sandbox']) expect(names).not.toContain(name)
  expect(findLicenceProblems(sbom.components)).toEqual([])
})

test('a licence that is not allowed, and none at all, are reported', () => {
  const components = [
    having('fine', 'MIT'),
    having('copyleft', 'AGPL-3.0-only'),
    having('silent', ''),
    having('half', 'MIT AND GPL-2.0-only'),
    having('either', '(GPL-2.0-only OR MIT)'),
  ]
  expect(findLicenceProblems(components)).toEqual([
    'copyleft@1.0.0 has the licence "AGPL-3.0-only", which is not allowed',
    'silent@1.0.0 has the licence "", which is not allowed',
    'half@1.0.0 has the licence "MIT AND GPL-2.0-only", which is not allowed',
  ])
})

test('an exception counts for the licence that it names alone', () => {
  const components = [
    having('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later'),
    having('@img/sharp-libvips-linux-arm64', 'GPL-3.0-only'),
  ]
  expect(findLicenceProblems(components)).toHaveLength(1)
})
